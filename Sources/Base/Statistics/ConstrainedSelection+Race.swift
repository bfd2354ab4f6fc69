import Quantities

extension ConstrainedSelection {
  /// Returns the outcome of `observations`, by system and replication without gaps. Each observation consists of the
  /// value of the objective, followed by the values of the bounds' figures; nil if missing.
  ///
  /// - Precondition: each observation has one element for the objective and one for each bound.
  /// - Complexity: O(k² · n) for n replications of k systems, less as systems drop out; O(k² · n²) among systems with
  ///   missing objective values.
  public func outcome(_ observations: [[[Double?]]]) -> Outcome {
    var race = SelectionRace(self, observations)
    return race.outcome()
  }
}

/// One pass over the observations, replication by replication.
private struct SelectionRace {
  let selection: ConstrainedSelection
  let observations: [[[Double?]]]
  /// KN's factor of the variance: h² ÷ 2.
  let factor: Double
  var states: [ConstrainedSelection.State]
  /// Whether each system was found to satisfy each bound, by system and bound.
  var kept: [[Bool]]
  var counts: [Int]
  /// The cumulative gains of each system, and the number of replications they cover.
  var gains: [Double]
  var gained: [Int]
  /// The cumulative excess over the limit, the number of values in it, and the statistics of the first of these values,
  /// by system and bound.
  var excess: [[Double]]
  var held: [[Int]]
  var firsts: [[RunningStatistics]]

  init(_ selection: ConstrainedSelection, _ observations: [[[Double?]]]) {
    self.selection = selection
    self.observations = observations
    let systems = observations.count
    let decisions = Double(max(1, systems - 1 + selection.bounds.count))
    let error = (1 - selection.confidence) / decisions
    let freedom = Double(selection.first - 1)
    // 2η(n₀ − 1) = h², η = ((2β)^(−2 ÷ (n₀ − 1)) − 1) ÷ 2.
    factor = max(0, (Rounded.pow(2 * error, -2 / freedom) - 1) * freedom / 2)
    states = Array(repeating: .inPlay, count: systems)
    kept = Array(repeating: selection.bounds.map { _ in false }, count: systems)
    counts = Array(repeating: 0, count: systems)
    gains = Array(repeating: 0, count: systems)
    gained = counts
    excess = Array(repeating: selection.bounds.map { _ in 0 }, count: systems)
    held = Array(repeating: selection.bounds.map { _ in 0 }, count: systems)
    firsts = Array(repeating: selection.bounds.map { _ in RunningStatistics() }, count: systems)
  }

  mutating func outcome() -> ConstrainedSelection.Outcome {
    guard observations.allSatisfy({ $0.count >= selection.first }) else {
      counts = observations.map { min($0.count, selection.first) }
      return result(isDecided: false, next: selection.first)
    }
    for replication in 0..<selection.first { take(replication) }
    var count = selection.first
    while true {
      leaveOutIncomplete(after: count)
      checkBounds()
      compare(after: count)
      let left = states.indices.filter { states[$0] == .inPlay }
      if left.isEmpty || (left.count == 1 && keepsAll(left[0])) { return result(isDecided: true, next: 0) }
      guard left.allSatisfy({ observations[$0].count > count }) else {
        return result(isDecided: false, next: ConstrainedSelection.next(after: count))
      }
      take(count)
      count += 1
    }
  }

  /// Adds the observations of `replication` for all systems in play.
  private mutating func take(_ replication: Int) {
    for system in states.indices where states[system] == .inPlay {
      counts[system] = replication + 1
      let values = observations[system][replication]
      if let value = values[0] {
        gains[system] += selection.direction.gain(value)
        gained[system] += 1
      }
      for (index, bound) in selection.bounds.enumerated() {
        guard let value = values[1 + index] else { continue }
        let over = value - bound.limit
        excess[system][index] += bound.isUpper ? over : -over
        held[system][index] += 1
        if held[system][index] <= selection.first { firsts[system][index].add(value) }
      }
    }
  }

  /// Drops systems with more than half of a figure's values missing: the mean of the others would be unreliable.
  private mutating func leaveOutIncomplete(after count: Int) {
    for system in states.indices where states[system] == .inPlay {
      let fewest = held[system].reduce(gained[system], min)
      if 2 * fewest < count { states[system] = .incomplete }
    }
  }

  /// Returns the distance from 0 beyond which the sign of a sum of `count` values is accepted.
  private func reach(_ variance: Double, zone: Double, after count: Int) -> Double {
    max(0, factor * variance / zone - zone * Double(count) / 2)
  }

  private func keepsAll(_ system: Int) -> Bool { kept[system].allSatisfy(\.self) }

  private mutating func checkBounds() {
    for system in states.indices where states[system] == .inPlay {
      for (index, bound) in selection.bounds.enumerated() where !kept[system][index] {
        let count = held[system][index]
        guard count >= selection.first else { continue }
        let variance = firsts[system][index].variance ?? 0
        let reach = reach(variance, zone: bound.tolerance, after: count)
        if excess[system][index] <= -reach {
          kept[system][index] = true
        } else if excess[system][index] >= reach {
          states[system] = .infeasible(bound: index)
          break
        }
      }
    }
  }

  /// Drops systems that are beaten, or equalled in every replication, by a system within the bounds; of equal systems,
  /// the first stays.
  private mutating func compare(after count: Int) {
    let there = states.indices.filter { states[$0] == .inPlay }
    let judges = there.filter(keepsAll)
    var left: [(system: Int, state: ConstrainedSelection.State)] = []
    for system in there {
      for judge in judges where judge != system {
        guard let lead = lead(of: judge, over: system, after: count),
          lead.sum > 0 || (lead.sum == 0 && judge < system),
          lead.sum >= reach(lead.variance, zone: selection.indifference, after: lead.count)
        else { continue }
        left.append((system, isSame(judge, system, after: count) ? .equal(to: judge) : .beaten(by: judge)))
        break
      }
    }
    for (system, state) in left { states[system] = state }
  }

  /// Returns the lead of `judge` over `system` in the replications in which both have a value of the objective, and the
  /// sample variance of their difference in the first of these replications; nil if there are fewer than `first`.
  private func lead(
    of judge: Int, over system: Int, after count: Int
  ) -> (sum: Double, count: Int, variance: Double)? {
    let isWhole = gained[judge] == count && gained[system] == count
    var first = RunningStatistics()
    var (sum, common) = (0.0, 0)
    for replication in 0..<(isWhole ? selection.first : count) {
      guard let a = observations[judge][replication][0], let b = observations[system][replication][0] else {
        continue
      }
      if common < selection.first { first.add(a - b) }
      sum += selection.direction.gain(a) - selection.direction.gain(b)
      common += 1
    }
    guard common >= selection.first else { return nil }
    return isWhole
      ? (gains[judge] - gains[system], count, first.variance ?? 0) : (sum, common, first.variance ?? 0)
  }

  /// Returns whether `a` and `b` have the same objective in every replication.
  private func isSame(_ a: Int, _ b: Int, after count: Int) -> Bool {
    (0..<count).allSatisfy { observations[a][$0][0] == observations[b][$0][0] }
  }

  private func result(isDecided: Bool, next: Int) -> ConstrainedSelection.Outcome {
    let demand = states.indices.map { states[$0] == .inPlay && !isDecided ? next : counts[$0] }
    return .init(
      states: states, keepsBounds: states.indices.map(keepsAll), counts: counts, isDecided: isDecided,
      demand: demand)
  }
}
