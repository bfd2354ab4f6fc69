public import Board
public import Quantities
public import Travellers

/// A search on the board, and the seat that came of it.
public struct BookingRecord: Sendable {
  public var request: RequestIndex
  /// The place of the search among all attempts of the run.
  public var attempt: Int
  /// How many trips each stage left.
  public var funnel: BoardFunnel
  /// The trip that was reserved, between which of its stops; nil where none was found.
  public var candidate: BoardCandidate?
  public var fate = BookingFate.none
  /// When the booking came to its end: at the pickup, or when it was called off.
  public var ended: Milliseconds?
}

/// What became of a seat on the board; the raw value is the name in bookings.csv.
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

/// What became of a published trip.
public struct OfferRecord: Sendable {
  /// When it appeared on the board; nil where it never did.
  public var published: Milliseconds?
  /// When the driver called it off.
  public var calledOff: Milliseconds?

  public init() {}
}
