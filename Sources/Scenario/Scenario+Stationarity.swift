public import Quantities

extension Scenario {
  /// The time from second 0 on in which nothing changes by the clock, so that a run settles into a steady state if it
  /// is long enough; nil where there is none.
  public var stationaryPeriod: Milliseconds? { content.fields.stationaryPeriod(in: self) }
}

extension CarpoolFields {
  /// There is one where nobody plans ahead, drivers and requests are both drawn at a constant rate (no `profile`, or one of equal weights),
  /// and travel times are the same at all hours (no `time_profile`). It ends with the duration or the horizon; drivers
  /// who announce themselves before they depart (`announce_before_s`) have no successors in the last such span, so it
  /// ends earlier.
  package func stationaryPeriod(in scenario: Scenario) -> Milliseconds? {
    let time = scenario.time
    guard board == nil, case .synthetic(let drivers) = supply, case .synthetic(let requests) = demand,
      let duration = time.duration, drivers.arrivals.isConstant(over: duration),
      requests.arrivals.isConstant(over: duration), !scenario.space.changesOverTheDay
    else { return nil }
    let end = min(duration - drivers.attributes.announceBefore, time.horizon ?? duration)
    return end > .zero ? end : nil
  }
}

extension Scenario.Arrivals {
  /// Whether they arise at one rate from 0 to `duration`.
  package func isConstant(over duration: Milliseconds) -> Bool {
    switch profile {
    case nil: true
    case .equalParts(let weights): weights.allSatisfy { $0 == weights[0] }
    case .steps(let steps):
      steps.allSatisfy { $0.weight == steps[0].weight } && (steps.last?.until ?? .zero) >= duration
    }
  }
}

extension Scenario.Space {
  /// Whether travel times follow a profile of the day.
  package var changesOverTheDay: Bool {
    switch self {
    case .plane, .torus, .geographic: false
    case .city(let city): city.routing.timeProfile != nil
    case .network(let network): network.routing.timeProfile != nil
    }
  }
}
