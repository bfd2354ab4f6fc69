import Foundation

/// Which of several simulated systems is the best of those that keep some bounds, found with as few
/// replications as a guarantee allows.
///
///     let selection = ConstrainedSelection(.higherIsBetter, indifference: 0.005, bounds: [.init(240, isUpper: true, tolerance: 2)])
///     var outcome = selection.outcome([])
///     while !outcome.isDecided { simulate(outcome.demand); outcome = selection.outcome(observations) }
///
/// With the probability `confidence` or more the system that is selected keeps every bound to within its
/// tolerance, and none that keeps them with the tolerance to spare is better by the indifference or more, if
/// observations are normal and replications independent. Systems may share their random numbers, which makes it
/// faster: comparisons go by the variances of differences, and errors are added up (Bonferroni).
///
/// Each system is compared with each by the procedure KN (Kim and Nelson 2001, doi:10.1145/502109.502111) and
/// each bound is checked by the procedure F (Andradóttir and Kim 2010, doi:10.1002/nav.20408; several bounds:
/// Batur and Kim 2010, doi:10.1145/1842713.1842716), both at once; only a system that was found to keep the
/// bounds beats others. With k systems and s bounds no more than k − 1 + s decisions can go wrong: one about
/// each other system, and s that the best one keeps its bounds (Healey, Andradóttir and Kim 2014,
/// doi:10.1145/2567921).
///
/// What is decided is a function of the observations in the order of their replications: it does not depend on
/// how they were gathered, and `outcome` can be asked again with more of them at any time.
public struct ConstrainedSelection: Sendable {
  /// A bound on a figure's mean.
  public struct Bound: Hashable, Sendable {
    public var limit: Double
    /// Whether `limit` is the greatest value allowed; otherwise the least.
    public var isUpper: Bool
    /// How near to the limit, in the figure's unit, either answer is right; positive.
    public var tolerance: Double

    /// Creates a bound.
    public init(_ limit: Double, isUpper: Bool, tolerance: Double) {
      self.limit = limit
      self.isUpper = isUpper
      self.tolerance = tolerance
    }
  }

  /// What is known of a system.
  public enum State: Hashable, Sendable {
    /// It may still be the best.
    case inPlay
    /// The system `by`, which keeps the bounds, is better.
    case beaten(by: Int)
    /// It does not keep the bound of this index.
    case infeasible(bound: Int)
    /// A replication of it has no value of a figure.
    case incomplete
  }

  /// What the observations so far tell.
  public struct Outcome: Hashable, Sendable {
    /// One per system.
    public var states: [State]
    /// Whether each system was found to keep all bounds.
    public var keepsBounds: [Bool]
    /// The replications of each system that were looked at.
    public var counts: [Int]
    /// Whether no more observations are needed.
    public var isDecided: Bool
    /// The replications that each system is to have at the next look, those in hand included.
    public var demand: [Int]

    /// The system that is selected; nil while it is not decided, and where none keeps the bounds.
    public var best: Int? { isDecided ? states.firstIndex(of: .inPlay) : nil }
  }

  public let direction: Direction
  /// The least difference of the objective that matters, in its unit.
  public let indifference: Double
  public let bounds: [Bound]
  /// The replications of every system before anything is decided.
  public let first: Int
  public let confidence: Double

  /// Creates the procedure.
  ///
  /// - Precondition: the indifference and all tolerances are positive, `first` is at least 2, `confidence` lies
  ///   strictly between 0 and 1.
  public init(
    _ direction: Direction, indifference: Double, bounds: [Bound] = [], first: Int = 10,
    confidence: Double = 0.95
  ) {
    precondition(indifference > 0 && bounds.allSatisfy { $0.tolerance > 0 }, "zones are positive")
    precondition(first >= 2 && confidence > 0 && confidence < 1, "two replications and a confidence")
    self.direction = direction
    self.indifference = indifference
    self.bounds = bounds
    self.first = first
    self.confidence = confidence
  }

  /// The next number of replications to look at after `count`: a fifth more, so that a round keeps several
  /// processors busy.
  static func next(after count: Int) -> Int { count + max(1, count / 5) }
}

extension ConstrainedSelection {
  /// What `observations` tell: by system and replication, without gaps, the objective and then a value for each
  /// bound; nil where a figure has no value.
  ///
  /// - Precondition: a value for the objective and each bound.
  /// - Complexity: O(k² · n) for n replications of k systems, less as systems leave.
  public func outcome(_ observations: [[[Double?]]]) -> Outcome {
    var race = Race(self, observations)
    return race.outcome()
  }
}

/// One passage through the observations, replication by replication.
private struct Race {
  let selection: ConstrainedSelection
  let observations: [[[Double?]]]
  /// h² ÷ 2 for a replication's variance: KN's factor.
  let factor: Double
  var states: [ConstrainedSelection.State]
  /// By system and bound: whether it was found to keep it.
  var kept: [[Bool]]
  var counts: [Int]
  /// By system: the gains so far, and by bound by how much the limit was passed so far.
  var gains: [Double]
  var excess: [[Double]]
  /// By system and bound, over the first replications.
  var variances: [[Double]] = []

  init(_ selection: ConstrainedSelection, _ observations: [[[Double?]]]) {
    self.selection = selection
    self.observations = observations
    let systems = observations.count
    let decisions = Double(max(1, systems - 1 + selection.bounds.count))
    let error = (1 - selection.confidence) / decisions
    let freedom = Double(selection.first - 1)
    // 2η(n₀ − 1) = h², η = ((2β)^(−2 ÷ (n₀ − 1)) − 1) ÷ 2.
    factor = max(0, (pow(2 * error, -2 / freedom) - 1) * freedom / 2)
    states = Array(repeating: .inPlay, count: systems)
    kept = Array(repeating: selection.bounds.map { _ in false }, count: systems)
    counts = Array(repeating: 0, count: systems)
    gains = Array(repeating: 0, count: systems)
    excess = Array(repeating: selection.bounds.map { _ in 0 }, count: systems)
  }

  mutating func outcome() -> ConstrainedSelection.Outcome {
    guard observations.allSatisfy({ $0.count >= selection.first }) else {
      counts = observations.map { min($0.count, selection.first) }
      return result(isDecided: false, next: selection.first)
    }
    for replication in 0..<selection.first { take(replication) }
    variances = observations.map { runs in
      selection.bounds.indices.map { bound in
        variance { replication in runs[replication][1 + bound] ?? 0 }
      }
    }
    var count = selection.first
    while true {
      checkBounds(after: count)
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

  /// Adds up the replication of all that are in play.
  private mutating func take(_ replication: Int) {
    for system in states.indices where states[system] == .inPlay {
      counts[system] = replication + 1
      let values = observations[system][replication].compactMap(\.self)
      guard values.count == 1 + selection.bounds.count else {
        states[system] = .incomplete
        continue
      }
      gains[system] += selection.direction.gain(values[0])
      for (index, bound) in selection.bounds.enumerated() {
        let over = values[1 + index] - bound.limit
        excess[system][index] += bound.isUpper ? over : -over
      }
    }
  }

  /// The sample variance of `value` over the first replications.
  private func variance(_ value: (Int) -> Double) -> Double {
    var statistics = RunningStatistics()
    for replication in 0..<selection.first { statistics.add(value(replication)) }
    return statistics.variance ?? 0
  }

  /// How far from 0 a sum of `count` must be for its sign to be believed.
  private func reach(_ variance: Double, zone: Double, after count: Int) -> Double {
    max(0, factor * variance / zone - zone * Double(count) / 2)
  }

  private func keepsAll(_ system: Int) -> Bool { kept[system].allSatisfy(\.self) }

  private mutating func checkBounds(after count: Int) {
    for system in states.indices where states[system] == .inPlay {
      for (index, bound) in selection.bounds.enumerated() where !kept[system][index] {
        let reach = reach(variances[system][index], zone: bound.tolerance, after: count)
        if excess[system][index] <= -reach {
          kept[system][index] = true
        } else if excess[system][index] >= reach {
          states[system] = .infeasible(bound: index)
          break
        }
      }
    }
  }

  /// Takes out whom one that keeps the bounds beats; of equals the first stays.
  private mutating func compare(after count: Int) {
    let there = states.indices.filter { states[$0] == .inPlay }
    let judges = there.filter(keepsAll)
    var beaten: [(system: Int, by: Int)] = []
    for system in there {
      let winner = judges.first { judge in
        let lead = gains[judge] - gains[system]
        guard judge != system, lead > 0 || (lead == 0 && judge < system) else { return false }
        let variance = variance { replication in
          (observations[judge][replication][0] ?? 0) - (observations[system][replication][0] ?? 0)
        }
        return lead >= reach(variance, zone: selection.indifference, after: count)
      }
      if let winner { beaten.append((system, winner)) }
    }
    for (system, winner) in beaten { states[system] = .beaten(by: winner) }
  }

  private func result(isDecided: Bool, next: Int) -> ConstrainedSelection.Outcome {
    let demand = states.indices.map { states[$0] == .inPlay && !isDecided ? next : counts[$0] }
    return .init(
      states: states, keepsBounds: states.indices.map(keepsAll), counts: counts, isDecided: isDecided,
      demand: demand)
  }
}
