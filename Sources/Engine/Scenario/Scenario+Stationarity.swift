public import Quantities

extension Scenario {
  /// The length of the stationary period from simulated time 0 on, in which a sufficiently long run reaches a
  /// steady state; nil if there is none.
  public var stationaryPeriod: Milliseconds? { own.stationaryPeriod(in: self) }

  /// The time span after the warm-up whose two halves differ by chance alone in a settled run; nil if there is none.
  ///
  /// It is the stationary period without its last tenth, whose requests are served by fewer later arrivals. Otherwise, if requests arrive at
  /// the same rates every week, each half has as many whole weeks as fit.
  public var comparableSpan: Range<Milliseconds>? {
    let from = time.warmUp
    if let period = stationaryPeriod {
      let to = Milliseconds(period.rawValue - period.rawValue / 10)
      return from < to ? from..<to : nil
    }
    guard let duration = time.duration, own.repeatsWeekly(in: self) else { return nil }
    let weeks = (min(duration, time.horizon ?? duration) - from).rawValue / (2 * Milliseconds.week.rawValue)
    return weeks > 0 ? from..<from + Milliseconds(2 * weeks * Milliseconds.week.rawValue) : nil
  }
}

extension Milliseconds {
  fileprivate static let week = Milliseconds(604_800_000)
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

extension Scenario.Arrivals {
  /// Returns whether the arrival rate from 0 to `duration` is the same every week.
  package func repeatsWeekly(over duration: Milliseconds) -> Bool {
    switch profile {
    case .week: return true
    case .equalParts(let weights):
      let parts = Int64(weights.count) * Milliseconds.week.rawValue
      guard !isConstant(over: duration) else { return true }
      guard duration > .zero, parts % duration.rawValue == 0 else { return false }
      let week = Int(parts / duration.rawValue)
      return week < weights.count && zip(weights, weights.dropFirst(week)).allSatisfy { $0 == $1 }
    case nil, .steps: return isConstant(over: duration)
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
