package import Quantities
package import Scenario
package import Statistics

/// The number of generated travellers and their times.
///
/// A Poisson number with independent times is exactly a Poisson process, and each traveller keeps the same
/// time if the number changes.
package struct ArrivalTimes {
  /// The ends of the steps in milliseconds, and the cumulative mass at each.
  private var ends: [Double] = []
  private var masses: [Double] = []
  private let duration: Milliseconds

  /// Creates the times over `duration` under `profile`; nil if its mass is zero.
  ///
  /// - Parameter phase: the time from Monday at midnight to simulated time 0.
  package init?(_ profile: Scenario.Profile?, duration: Milliseconds, phase: Milliseconds = .zero) {
    self.duration = duration
    let whole = Double(duration.rawValue)
    let steps: [(end: Double, rate: Double)] =
      switch profile {
      case nil: [(whole, 1)]
      case .equalParts(let rates):
        rates.enumerated().map { (whole * Double($0 + 1) / Double(rates.count), $1) }
      case .steps(let steps): steps.map { (Double($0.until.rawValue), $0.weight) }
      case .week(let week):
        week.steps(from: phase, over: duration).map { (Double($0.until.rawValue), $0.weight) }
      }
    var start = 0.0
    var mass = 0.0
    for step in steps where start < whole {
      let end = min(step.end, whole)
      mass += (end - start) * step.rate
      start = end
      ends.append(end)
      masses.append(mass)
    }
    guard mass > 0 else { return nil }
  }

  /// Draws a time in 0 ..< duration, by inverting the cumulative rate.
  package func draw(_ generator: inout KeyedGenerator) -> Milliseconds {
    let mass = generator.uniform() * masses[masses.count - 1]
    // The first step with a cumulative mass beyond the draw; steps of rate zero are never chosen.
    var (step, last) = (0, masses.count - 1)
    while step < last {
      let middle = (step + last) / 2
      if masses[middle] > mass { last = middle } else { step = middle + 1 }
    }
    let start = step == 0 ? (time: 0, mass: 0) : (time: ends[step - 1], mass: masses[step - 1])
    let share = (mass - start.mass) / (masses[step] - start.mass)
    let time = Int64(start.time + share * (ends[step] - start.time))
    return Milliseconds(min(time, duration.rawValue - 1))
  }
}
