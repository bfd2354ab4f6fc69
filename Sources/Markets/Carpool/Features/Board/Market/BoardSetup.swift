public import Board
public import CarpoolScenario
public import Quantities
public import Scenario
public import Statistics
public import Travellers

/// The setup of a run's board: published trips, planned requests and rules.
public struct BoardSetup: Sendable {
  /// By driver index; nil for a driver who publishes nothing.
  public var trips: [PublishedTrip?]
  /// By request index; nil for a request that is not planned ahead.
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
  /// The probability that the driver cancels the whole trip between publishing and departure.
  public var tripCancelProbability: Double
  /// The probability that a booked passenger does not come to the stop.
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
