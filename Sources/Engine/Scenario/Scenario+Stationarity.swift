public import Quantities

extension Scenario {
  /// The time from second 0 on in which nothing changes by the clock, so that a run settles into a steady state if it
  /// is long enough; nil where there is none.
  public var stationaryPeriod: Milliseconds? { own.stationaryPeriod(in: self) }
}

extension Scenario.Arrivals {
  /// Tells whether they arise at one rate from 0 to `duration`.
  package func isConstant(over duration: Milliseconds) -> Bool {
    switch profile {
    case nil: true
    case .equalParts(let weights): weights.allSatisfy { $0 == weights[0] }
    case .week: false
    case .steps(let steps):
      steps.allSatisfy { $0.weight == steps[0].weight } && (steps.last?.until ?? .zero) >= duration
    }
  }
}

extension Scenario.Space {
  /// True if travel times follow a profile of the day.
  package var changesOverTheDay: Bool {
    switch self {
    case .plane, .torus, .geographic: false
    case .city(let city): city.routing.timeProfile != nil
    case .network(let network): network.routing.timeProfile != nil
    }
  }
}
