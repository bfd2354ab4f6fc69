import Metrics
import Scenario
import Statistics

/// The number of replications of a point: a fixed number, one of its own, or more until a figure is known well
/// enough.
///
/// The number follows from the figures of the first replications alone, so that it is the same whatever the
/// order in which runs end, and after any interruption. With a precision every point has the ten replications
/// without which nothing stops, unless the plan allows fewer.
struct ReplicationRule: Sendable {
  let least: Int
  /// The number for each point; nil where all have the same rule.
  private let counts: [Int]?
  private let precision: StudyPlan.Precision?
  /// The index of the figure in the market's columns.
  private let figure: Int?

  /// The rule of `plan`, whose runs have `figures`.
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

  /// The point at index i gets `counts[i]` replications.
  init(counts: [Int]) {
    least = counts.max() ?? 0
    self.counts = counts
    precision = nil
    figure = nil
  }

  /// True if the number of replications depends on what comes out.
  var isOpen: Bool { precision != nil }

  /// The most replications that any point can get.
  var most: Int { precision?.maxReplications ?? least }

  /// The number of replications that the point at index `point` is to have, by the `rows` that are there, keyed by
  /// replication.
  ///
  /// If some of that many are missing, more may be asked for when they are there.
  func demand(_ rows: [Int: RunRow], at point: Int) -> Int {
    if let counts { return counts[point] }
    guard let precision, let figure else { return least }
    var count = least
    while count < precision.maxReplications {
      var statistics = RunningStatistics()
      for replication in 0..<count {
        guard let row = rows[replication] else { return count }
        if let value = row.value(figure) { statistics.add(value) }
      }
      let rule = StoppingRule(halfWidth: precision.halfWidth)
      guard let more = rule.next(after: count, statistics) else { return count }
      count = min(more, precision.maxReplications)
    }
    return count
  }
}
