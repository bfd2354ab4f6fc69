public import Board
public import Quantities
public import Travellers

/// A search on the board, and the seat that came of it.
public struct BookingRecord: Sendable {
  public var request: RequestIndex
  /// The place of the search among all attempts of the run.
  public var attempt: Int
  /// The number of trips that each stage left.
  public var funnel: BoardFunnel
  /// The trip that was reserved, between which of its stops; nil where none was found.
  public var candidate: BoardCandidate?
  public var fate = BookingFate.none
  /// The time at which the booking came to its end: at the pickup, or when it was cancelled.
  public var ended: Milliseconds?
}

/// The fate of a seat on the board; the raw value is the name in bookings.csv.
public enum BookingFate: String, CaseIterable, Sendable {
  /// There was none: nothing was found, or the reservation came to nothing.
  case none
  /// The driver has not answered.
  case reserved
  /// The driver has said yes, and the car has not come yet.
  case booked
  /// The passenger got on.
  case ridden
  case cancelledByPassenger = "cancelled_by_passenger"
  case cancelledByDriver = "cancelled_by_driver"
  /// The passenger was not at the stop.
  case noShow = "no_show"
}

/// The record of what became of a published trip.
public struct OfferRecord: Sendable {
  /// The time at which it appeared on the board; nil if it never did.
  public var published: Milliseconds?
  /// The time at which the driver cancelled it.
  public var calledOff: Milliseconds?

  public init() {}
}
