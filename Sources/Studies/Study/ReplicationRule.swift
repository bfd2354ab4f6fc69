import Metrics
import Scenario
import Statistics

/// The number of replications of a point: fixed, set for each point, or increased until a figure is precise enough.
///
/// The number depends only on the figures of the first replications, so that it is independent of interruptions and
/// of the order in which runs finish. With a required precision, every point gets the minimum of ten replications,
/// unless the plan allows fewer.
struct ReplicationRule: Sendable {
  let least: Int
  /// The number of replications of each point; nil if all points have the same rule.
  private let counts: [Int]?
  private let precision: StudyPlan.Precision?
  /// The index of the figure in the market's columns.
  private let figure: Int?

  /// Creates the rule of `plan` for runs with `figures`.
  init(_ plan: StudyPlan, _ figures: FigureList) {
    least =
      plan.precision.map { max(plan.replications, min(StoppingRule.fewest, $0.maxReplications)) }
      ?? plan.replications
    counts = nil
    precision = plan.precision
    figure = plan.precision.flatMap { precision in
      figures.named(precision.figure).flatMap(figures.index)
    }
  }

  /// Creates a rule with `counts[i]` replications for the point at index i.
  init(counts: [Int]) {
    least = counts.max() ?? 0
    self.counts = counts
    precision = nil
    figure = nil
  }

  /// Whether the number of replications depends on results.
  var isOpen: Bool { precision != nil }

  /// The maximum number of replications of any point.
  var most: Int { precision?.maxReplications ?? least }

  /// Returns the number of replications for the point at index `point`, given the existing `rows` by replication.
  ///
  /// If some of these replications are missing, more may be required once they exist.
  func demand(_ rows: [Int: RunRow], at point: Int) -> Int {
    demand(at: point) { replication, figure in rows[replication].map { $0.value(figure) } }
  }

  /// Returns the number of replications for the point at index `point`. `value` returns a figure, by index, in a
  /// replication: the outer optional is nil if there is no run, the inner one if the run has no value.
  func demand(at point: Int, _ value: (_ replication: Int, _ figure: Int) -> Double??) -> Int {
    if let counts { return counts[point] }
    guard let precision, let figure else { return least }
    var count = least
    while count < precision.maxReplications {
      var statistics = RunningStatistics()
      for replication in 0..<count {
        guard let run = value(replication, figure) else { return count }
        if let value = run { statistics.add(value) }
      }
      let rule = StoppingRule(halfWidth: precision.halfWidth)
      guard let more = rule.next(after: count, statistics) else { return count }
      count = min(more, precision.maxReplications)
    }
    return count
  }
}
