public import Simulation
import Statistics
public import Tables
public import Travellers

/// The figures of merit of one run: what summary.csv holds.
///
///     let figures = Figures(of: run)
///     figures[.serviceRate]        // 0.62, or nil where no request is settled
///     figures[.wait, .p95]         // seconds
///
/// - Complexity: one pass over the records, and a sort of each distribution.
public struct Figures: Sendable {
  /// One number of summary.csv.
  public struct Row: Hashable, Sendable {
    public var metric: Metric
    public var statistic: Statistic
    public var value: Double
    public var unit: Unit
  }

  /// The rows of summary.csv; what does not apply has none.
  public let rows: [Row]
  /// How many requests ended in each way: submitted from the warm-up's end on, but every refused row.
  public let outcomes: [RequestOutcome: Int]
  /// How many requests the rates and distributions are over: submitted from the warm-up's end on, neither probes
  /// nor refused nor in progress.
  public let settled: Int
  private let index: [Key: Int]

  private struct Key: Hashable {
    var metric: Metric
    var statistic: Statistic
  }

  /// Takes the figures of `run`.
  public init(of run: FinishedRun) {
    let totals = RunTotals(of: run)
    rows = Metric.all.enumerated().flatMap { index, metric in
      metric.isDistribution
        ? Self.rows(metric, totals.samples[index])
        : totals.value(at: index).map { [Self.row(metric, .value, $0)] } ?? []
    }
    outcomes = totals.outcomes
    settled = totals.settled
    index = Dictionary(
      uniqueKeysWithValues: rows.enumerated().map {
        (Key(metric: $1.metric, statistic: $1.statistic), $0)
      })
  }

  /// The statistic of a metric, in the metric's unit; nil where it does not apply.
  public subscript(metric: Metric, statistic: Statistic = .value) -> Double? {
    index[Key(metric: metric, statistic: statistic)].map { rows[$0].value }
  }

  /// How many requests ended in `outcome`.
  public func count(_ outcome: RequestOutcome) -> Int { outcomes[outcome] ?? 0 }

  /// How many requests were not served, or refused, for the final cause `cause`.
  public func count(_ cause: Cause) -> Int { Int(self[.cause(cause)] ?? 0) }

  private static func row(_ metric: Metric, _ statistic: Statistic, _ value: Double) -> Row {
    Row(
      metric: metric, statistic: statistic, value: value, unit: statistic == .count ? .count : metric.unit)
  }

  private static func rows(_ metric: Metric, _ sample: [Double]) -> [Row] {
    guard !sample.isEmpty else { return [row(metric, .count, 0)] }
    let summary = Summary(sample)
    return metric.statistics.compactMap { statistic in
      statistic.value(in: summary).map { row(metric, statistic, $0) }
    }
  }
}
