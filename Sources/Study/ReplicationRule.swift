import Metrics
import Scenario
import Statistics

/// How many replications a point gets: a fixed number, or more until a figure is known well enough.
///
/// The number follows from the figures of the first replications alone, so that it is the same whatever the
/// order in which runs end, and after any interruption. Stopping when an interval is narrow makes intervals cover
/// a little less than they say where replications are few (Chow and Robbins 1965,
/// doi:10.1214/aoms/1177700156).
struct ReplicationRule: Sendable {
  let least: Int
  private let precision: StudyPlan.Precision?
  /// The index of the figure in `FigureColumn.all`.
  private let figure: Int?

  init(_ plan: StudyPlan) {
    least = plan.replications
    precision = plan.precision
    figure = plan.precision.flatMap { precision in
      FigureColumn.all.firstIndex { $0.name == precision.figure }
    }
  }

  /// Whether the number of replications depends on what comes out.
  var isOpen: Bool { precision != nil }

  /// The most replications that any point can get.
  var most: Int { precision?.maxReplications ?? least }

  /// How many replications a point is to have, by the `rows` that are there, keyed by replication.
  ///
  /// Where some of that many are missing, more may be asked for when they are there.
  func demand(_ rows: [Int: RunRow]) -> Int {
    guard let precision, let figure else { return least }
    var count = least
    while count < precision.maxReplications {
      var statistics = RunningStatistics()
      for replication in 0..<count {
        guard let row = rows[replication] else { return count }
        if let value = row.value(figure) { statistics.add(value) }
      }
      guard let more = Self.more(than: count, statistics, precision) else { return count }
      count = min(more, precision.maxReplications)
    }
    return count
  }

  /// The next number of replications to be tried; nil where `count` are enough.
  ///
  /// It is the number that the spread so far asks for, but at most twice as many.
  private static func more(
    than count: Int, _ statistics: RunningStatistics, _ precision: StudyPlan.Precision
  ) -> Int? {
    guard let mean = statistics.mean, let interval = statistics.interval() else { return 2 * count }
    let halfWidth = (interval.upperBound - interval.lowerBound) / 2
    let wanted = precision.halfWidth * mean.magnitude
    if halfWidth <= wanted { return nil }
    guard wanted > 0 else { return 2 * count }
    let ratio = halfWidth / wanted
    let estimate = (Double(count) * ratio * ratio).rounded(.up)
    return Int(min(max(estimate, Double(count + 1)), Double(2 * count)))
  }
}
