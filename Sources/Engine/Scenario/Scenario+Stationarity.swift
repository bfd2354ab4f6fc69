public import Quantities

extension Scenario {
  /// The length of the stationary period from simulated time 0 on, in which a sufficiently long run reaches a
  /// steady state; nil if there is none.
  public var stationaryPeriod: Milliseconds? { own.stationaryPeriod(in: self) }
}

extension Scenario.Arrivals {
  /// Returns whether the arrival rate is constant from 0 to `duration`.
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
  /// Whether travel times vary over the day.
  package var changesOverTheDay: Bool {
    switch self {
    case .plane, .torus, .geographic: false
    case .city(let city): city.routing.timeProfile != nil
    case .network(let network): network.routing.timeProfile != nil
    }
  }
}
