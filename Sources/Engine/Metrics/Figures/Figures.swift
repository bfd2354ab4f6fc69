import Statistics
public import Tables

/// The figures of merit of one run: what summary.csv holds.
///
///     let figures = Figures(of: run)
///     figures[.serviceRate]        // 0.62, or nil where no request is settled
///     figures[.wait, .p95]         // seconds
public struct Figures: Sendable {
  /// One number of summary.csv.
  public struct Row: Hashable, Sendable {
    public var metric: Metric
    public var statistic: Statistic
    public var value: Double
    public var unit: Unit

    /// The number of decimals that it has in files.
    public var decimals: Int { FigureColumn(metric, statistic).decimals }
  }

  /// The number of requests that ended in one way.
  public struct Outcome: Hashable, Sendable {
    /// The name by which the files call it.
    public let name: String
    public let count: Int

    /// `count` requests ended as `name`.
    public init(_ name: String, _ count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// The rows of summary.csv; what does not apply has none.
  public let rows: [Row]
  /// The number of requests that ended in each way, in the order of the documentation: submitted from the warm-up's end on, but every
  /// refused row.
  public let outcomes: [Outcome]
  /// The number of requests that the rates and distributions are over: submitted from the warm-up's end on, neither probes nor refused
  /// nor in progress.
  public let settled: Int
  private let index: [Key: Int]

  private struct Key: Hashable {
    var metric: Metric
    var statistic: Statistic
  }

  /// Gathers the figures `measures`, in the order of summary.csv.
  ///
  /// - Precondition: a metric is a distribution where its measure is a sample, and no metric stands there twice.
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

  /// The statistic of a metric, in the metric's unit; nil where it does not apply.
  public subscript(metric: Metric, statistic: Statistic = .value) -> Double? {
    index[Key(metric: metric, statistic: statistic)].map { rows[$0].value }
  }

  /// The figure of `column`, in its unit; nil where it does not apply.
  public subscript(column: FigureColumn) -> Double? { self[column.metric, column.statistic] }

  /// The number of requests that ended in `outcome`, by its name in the files.
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
