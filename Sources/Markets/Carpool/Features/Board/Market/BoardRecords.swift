public import Board
public import CarpoolScenario
public import Matching
public import Quantities
public import Scenario
public import Statistics
public import Travellers

/// The setup of a run's board: published trips, planned requests, and rules.
public struct BoardSetup: Sendable {
  /// The published trips by driver index; nil for drivers who publish none.
  public var trips: [PublishedTrip?]
  /// The search criteria by request index; nil for requests that are not planned ahead.
  public var seeks: [Seek?]
  public var rules: BoardRules
  /// The maximum delay of a car at a stop compared with the published time.
  public var tolerance: Milliseconds
  /// The time from a reservation to the driver's answer, in seconds.
  public var confirmation: Law
  /// The time within which a driver must answer a reservation.
  public var confirmationTimeout: Milliseconds
  /// The probability that the driver declines a reservation.
  public var declineProbability: Double
  /// The probability that a passenger cancels a booking before the pickup.
  public var passengerCancelProbability: Double
  /// The probability that the driver cancels the whole trip between publication and departure.
  public var tripCancelProbability: Double
  /// The probability that a booked passenger does not appear at the stop.
  public var noShowProbability: Double

  /// Creates the setup with the rules of `board`, and the trips and seeks of a run's drivers and requests.
  public init(_ board: Scenario.Board, trips: [PublishedTrip?], seeks: [Seek?]) {
    self.trips = trips
    self.seeks = seeks
    rules = board.rules
    tolerance = board.tolerance
    confirmation = board.confirmation
    confirmationTimeout = board.confirmationTimeout
    declineProbability = board.declineProbability
    passengerCancelProbability = board.passengerCancelProbability
    tripCancelProbability = board.tripCancelProbability
    noShowProbability = board.noShowProbability
  }
}

/// A board search and the resulting seat.
public struct BookingRecord: Sendable {
  public var request: RequestIndex
  /// The index of the search among all attempts of the run.
  public var attempt: Int
  /// The number of trips that passed each stage.
  public var funnel: BoardFunnel
  /// The reserved trip, with its boarding and alighting stops; nil if there is none.
  public var candidate: BoardCandidate?
  public var fate = BookingFate.none
  /// The time at which the reservation or booking ended, with the pickup or otherwise; nil if it did not end.
  public var ended: Milliseconds?
}

/// The outcome of a seat on the board; the raw value is the name in bookings.csv.
public enum BookingFate: String, CaseIterable, Sendable {
  /// No seat: no trip was found, or the reservation failed.
  case none
  /// The driver has not answered yet.
  case reserved
  /// The driver has accepted, and the passenger has not been picked up yet.
  case booked
  /// The passenger was picked up.
  case ridden
  case cancelledByPassenger = "cancelled_by_passenger"
  case cancelledByDriver = "cancelled_by_driver"
  /// The passenger did not appear at the stop.
  case noShow = "no_show"
}

/// The record of a published trip's outcome.
public struct OfferRecord: Sendable {
  /// The time at which the trip appeared on the board; nil if it never did.
  public var published: Milliseconds?
  /// The time at which the driver cancelled the trip; nil if they did not.
  public var calledOff: Milliseconds?

  public init() {}
}

/// A published trip's result in an explained search.
public struct SightingRecord: Sendable {
  /// The index of the search among all attempts of the run.
  public var attempt: Int
  public var driver: DriverIndex
  public var verdict: BoardVerdict
  /// The seat on the trip, even if it is too expensive for the party; nil if the trip fails an earlier stage.
  public var seat: BoardCandidate?
  /// Whether the car can serve the party and keep all its promises; meaningless for trips that the board does not
  /// display.
  public var canCome = true
  /// The limit that the party would exceed; nil if the car can take the party or has passed the stop.
  public var limit: Limit?
}
