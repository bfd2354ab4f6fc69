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
  /// How much later than published a car may come to a stop.
  public var tolerance: Milliseconds
  /// Seconds from a reservation to the driver's answer.
  public var confirmation: Law
  /// How long an answer to a reservation is awaited.
  public var confirmationTimeout: Milliseconds
  /// That the driver says no to a reservation.
  public var declineProbability: Double
  /// That a passenger calls a booking off before the pickup.
  public var passengerCancelProbability: Double
  /// That the driver calls the whole trip off between publishing and departure.
  public var tripCancelProbability: Double
  /// That a passenger who has booked is not at the stop.
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
