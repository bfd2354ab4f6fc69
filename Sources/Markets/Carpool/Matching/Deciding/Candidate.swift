public import Quantities
public import Travellers

/// A driver who may be offered a request: the two-circles rule holds and a pair of stops keeps every limit.
public struct Candidate: Equatable, Sendable {
  public let driver: DriverIndex
  /// The position that the driver has reported; the true one where the policy goes by it.
  public let reported: Position
  /// The pair of stops that stands for the driver, and what it costs.
  public private(set) var insertion: Insertion
  /// Share of the stated wishes that are met, both sides; 1 if none is stated.
  public let agreement: Double
  /// Weighted milliseconds: lower wins.
  public private(set) var cost: Int64
  /// The value of the pair of stops by the objective of the terms: lower wins.
  public private(set) var value: Int64
  /// Stops for passengers that the driver has planned already.
  public let stopsAhead: Int
  /// Seats that are not taken now.
  public let freeSeats: Int16
  /// Requests that the driver has dropped off so far.
  public let served: Int32

  /// The candidate that `driver` is by `result`; nil where no pair of stops is feasible.
  init?(_ driver: DriverIndex, reported: Position, _ result: InsertionResult, in fleet: Fleet) {
    guard let insertion = result.best else { return nil }
    self.driver = driver
    self.reported = reported
    self.insertion = insertion
    agreement = result.agreement
    cost = result.cost
    value = result.value
    stopsAhead = fleet.itineraries[driver].stops.count
    freeSeats = fleet.drivers[driver].seats - fleet.itineraries[driver].onBoard
    served = fleet.served(by: driver)
  }

  /// The same candidate, asked by so much later where nothing has changed meanwhile.
  func asked(later span: Milliseconds, _ terms: Terms) -> Candidate {
    var candidate = self
    candidate.insertion.timeToPickup = insertion.timeToPickup - span
    candidate.insertion.timeToDropoff = insertion.timeToDropoff - span
    func worth(by objective: Objective) -> Int64 {
      objective.value(of: candidate.insertion, agreement: agreement, terms: terms)
    }
    candidate.cost = worth(by: .cost)
    candidate.value = worth(by: terms.insertion.objective)
    return candidate
  }
}
