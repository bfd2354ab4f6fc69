import Statistics
public import Tables

/// The figures of one run, as in summary.csv.
///
///     let figures = Figures(of: run)
///     figures[.serviceRate]        // 0.62, or nil if no request is settled
///     figures[.wait, .p95]         // seconds
public struct Figures: Sendable {
  /// A row of summary.csv: one statistic of a metric.
  public struct Row: Hashable, Sendable {
    public var metric: Metric
    public var statistic: Statistic
    public var value: Double
    public var unit: Unit

    /// The number of decimals in files.
    public var decimals: Int { FigureColumn(metric, statistic).decimals }
  }

  /// The number of requests with one outcome.
  public struct Outcome: Hashable, Sendable {
    /// The outcome's name in files.
    public let name: String
    public let count: Int

    /// Creates the count of the outcome `name`.
    public init(_ name: String, _ count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// The rows of summary.csv; figures that do not apply have no row.
  public let rows: [Row]
  /// The number of requests by outcome, in documentation order: requests submitted after the warm-up, and all refused
  /// rows.
  public let outcomes: [Outcome]
  /// The number of requests on which rates and distributions are based: submitted after the warm-up, excluding probes,
  /// refused requests and requests in progress.
  public let settled: Int
  private let index: [Key: Int]

  private struct Key: Hashable {
    var metric: Metric
    var statistic: Statistic
  }

  /// Creates the figures from `measures`, in the order of summary.csv.
  ///
  /// - Precondition: a metric is a distribution if and only if its measure is a sample, and no metric occurs
  ///   twice.
  public init(_ measures: [(metric: Metric, measure: Measure)], outcomes: [Outcome] = [], settled: Int = 0) {
    rows = measures.flatMap { metric, measure in
      switch measure {
      case .number(let value):
        precondition(!metric.isDistribution, "\(metric) is a distribution")
        return value.map { [Self.row(metric, .value, $0)] } ?? []
      case .sample(let sample):
        precondition(metric.isDistribution, "\(metric) is one number")
        return Self.rows(metric, sample)
      }
    }
    self.outcomes = outcomes
    self.settled = settled
    index = Dictionary(
      uniqueKeysWithValues: rows.enumerated().map {
        (Key(metric: $1.metric, statistic: $1.statistic), $0)
      })
  }

  /// The statistic of a metric, in the metric's unit; nil if not applicable.
  public subscript(metric: Metric, statistic: Statistic = .value) -> Double? {
    index[Key(metric: metric, statistic: statistic)].map { rows[$0].value }
  }

  /// The figure of `column`, in its unit; nil if not applicable.
  public subscript(column: FigureColumn) -> Double? { self[column.metric, column.statistic] }

  /// Returns the number of requests with `outcome`, by its name in files.
  public func count(_ outcome: String) -> Int { outcomes.first { $0.name == outcome }?.count ?? 0 }

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

/// The value of a figure in a run.
public enum Measure: Sendable {
  /// One number, in the metric's unit; nil if not applicable.
  case number(Double?)
  /// The observations of a distribution, in the metric's unit.
  case sample([Double])

  /// Returns `part` ÷ `whole`; nil if `whole` is 0.
  public static func share(_ part: Int, of whole: Int) -> Measure {
    .number(whole > 0 ? Double(part) / Double(whole) : nil)
  }

  /// Returns `count` as a measure.
  public static func count(_ count: Int) -> Measure { .number(Double(count)) }
}

/// A metric with its computation from a run.
///
///     Figure(Metric("jobs", .count, over: .jobs, "Jobs submitted.")) { .count($0.jobs.count) }
public struct Figure<Run>: Sendable {
  public let metric: Metric
  let measure: @Sendable (Run) -> Measure

  /// Creates the figure of `metric` computed by `measure`.
  public init(_ metric: Metric, _ measure: @escaping @Sendable (Run) -> Measure) {
    self.metric = metric
    self.measure = measure
  }
}

extension Figures {
  /// Computes the `figures` of `run`, in order.
  ///
  /// - Parameters:
  ///   - outcomes: the number of requests by outcome, in documentation order.
  ///   - settled: the number of requests on which rates and distributions are based.
  /// - Complexity: the cost of computing the figures plus a sort of each distribution.
  public init<Run>(of run: Run, by figures: [Figure<Run>], outcomes: [Outcome] = [], settled: Int = 0) {
    self.init(figures.map { ($0.metric, $0.measure(run)) }, outcomes: outcomes, settled: settled)
  }
}
