public import Board
public import CarpoolScenario
public import Quantities
public import Scenario
public import Statistics
public import Travellers

/// The board of a run: who publishes what, who plans ahead, and the rules between them.
public struct BoardSetup: Sendable {
  /// At the indexes of the drivers; nil for one who publishes nothing.
  public var trips: [PublishedTrip?]
  /// At the indexes of the requests; nil for one who asks for a seat now.
  public var seeks: [Seek?]
  public var rules: BoardRules
  /// The longest delay of a car at a stop against the published time.
  public var tolerance: Milliseconds
  /// Seconds from a reservation to the driver's answer.
  public var confirmation: Law
  /// The time for which an answer to a reservation is awaited.
  public var confirmationTimeout: Milliseconds
  /// The probability that the driver says no to a reservation.
  public var declineProbability: Double
  /// The probability that a passenger cancels a booking before the pickup.
  public var passengerCancelProbability: Double
  /// The probability that the driver cancels the whole trip between publishing and departure.
  public var tripCancelProbability: Double
  /// The probability that a passenger who has booked is not at the stop.
  public var noShowProbability: Double

  /// Takes the rules of `board`, with the trips and the seeks of a run's drivers and requests.
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
