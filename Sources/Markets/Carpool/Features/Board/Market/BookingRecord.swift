public import Board
public import Quantities
public import Travellers

/// A search on the board, and the resulting seat.
public struct BookingRecord: Sendable {
  public var request: RequestIndex
  /// The index of the search among all attempts of the run.
  public var attempt: Int
  /// The number of trips each stage left.
  public var funnel: BoardFunnel
  /// The reserved trip with the stops between which it was reserved; nil if none was found.
  public var candidate: BoardCandidate?
  public var fate = BookingFate.none
  /// The time at which the booking ended: at the pickup, or when it was cancelled.
  public var ended: Milliseconds?
}

/// The outcome of a seat on the board; the raw value is the name in bookings.csv.
public enum BookingFate: String, CaseIterable, Sendable {
  /// There was none: nothing was found, or the reservation came to nothing.
  case none
  /// The driver has not answered yet.
  case reserved
  /// The driver has accepted, and the car has not come yet.
  case booked
  /// The passenger was picked up.
  case ridden
  case cancelledByPassenger = "cancelled_by_passenger"
  case cancelledByDriver = "cancelled_by_driver"
  /// The passenger did not come to the stop.
  case noShow = "no_show"
}

/// The record of a published trip's outcome.
public struct OfferRecord: Sendable {
  /// The time at which it appeared on the board; nil if it never did.
  public var published: Milliseconds?
  /// The time at which the driver cancelled it.
  public var calledOff: Milliseconds?

  public init() {}
}
