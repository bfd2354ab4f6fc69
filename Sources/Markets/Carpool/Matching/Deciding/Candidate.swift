public import Quantities
public import Travellers

/// A driver to whom a request may be offered: the two-circles rule holds, and some pair of stops satisfies every limit.
public struct Candidate: Equatable, Sendable {
  public let driver: DriverIndex
  /// The driver's reported position, or the true position if the policy uses that.
  public let reported: Position
  /// The driver's best pair of stops, with the resulting times and costs.
  public private(set) var insertion: Insertion
  /// The proportion of both sides' stated preferences that are met; 1 if none are stated.
  public let agreement: Double
  /// The weighted cost, in milliseconds: lower is better.
  public private(set) var cost: Int64
  /// The value of the pair of stops under the objective of the terms: lower is better.
  public private(set) var value: Int64
  /// The number of stops for passengers in the driver's plan.
  public let stopsAhead: Int
  /// The number of seats currently free.
  public let freeSeats: Int16
  /// The number of requests that the driver has completed so far.
  public let served: Int32

  /// Creates the candidate from the evaluation of `driver`; nil if no pair of stops is feasible.
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

  /// Returns the candidate as it would be evaluated `span` later, provided that nothing else changes.
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
