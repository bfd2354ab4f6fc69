public import Statistics
public import Tables

/// The figures of a market's runs, with selections of the most important ones.
///
///     let figures = FigureList([matchRate, wait], headline: [FigureColumn(matchRate), FigureColumn(wait, .mean)], …)
///     figures.columns.map(\.name)          // match_rate, wait_s.mean, wait_s.sd, …
public struct FigureList: Sendable {
  /// The metrics in the order of summary.csv.
  public let metrics: [Metric]
  /// The figure columns of runs.csv: one for each statistic of each metric, in the order of summary.csv.
  public let columns: [FigureColumn]
  /// The default figures for comparing runs: the number served, the quality of service and the cost.
  public let headline: [FigureColumn]
  /// The default figures for analyses and pictures: the number served and the cost.
  public let tradeOff: [FigureColumn]
  /// The figures in a study's table on a terminal.
  public let brief: [Brief]
  private let place: [String: Int]

  /// A figure in a terminal table.
  public struct Brief: Sendable {
    public let column: FigureColumn
    /// The heading, with the unit: `matched %`.
    public let title: String
    /// The factor applied to the figure: 100 for a share in per cent.
    public let scale: Double
    public let decimals: Int

    /// Creates the entry of `column` under `title`.
    public init(_ column: FigureColumn, _ title: String, scale: Double = 1, decimals: Int = 0) {
      self.column = column
      self.title = title
      self.scale = scale
      self.decimals = decimals
    }
  }

  /// Creates a list of figures.
  ///
  /// - Precondition: the names are unique.
  public init(
    _ metrics: [Metric], headline: [FigureColumn], tradeOff: [FigureColumn], brief: [Brief]
  ) {
    self.metrics = metrics
    self.headline = headline
    self.tradeOff = tradeOff
    self.brief = brief
    columns = metrics.flatMap { metric in metric.statistics.map { FigureColumn(metric, $0) } }
    place = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1.name, $0) })
  }

  /// Returns the list followed by `more`.
  ///
  /// - Precondition: the names are unique.
  public func adding(_ more: [Metric]) -> FigureList {
    more.isEmpty
      ? self : FigureList(metrics + more, headline: headline, tradeOff: tradeOff, brief: brief)
  }

  /// Returns the index of `column` among the columns; nil if it is not one of them.
  public func index(of column: FigureColumn) -> Int? { place[column.name] }

  /// Returns the column called `name`; nil if there is none.
  public func named(_ name: String) -> FigureColumn? { place[name].map { columns[$0] } }

  /// Example names for messages and help: the first figure of the headline, and the first mean in it.
  public var examples: String { headline.examples }
}

extension [FigureColumn] {
  /// Example names for messages and help: the first figure, and the first mean after it.
  public var examples: String {
    (prefix(1) + dropFirst().filter { $0.statistic == .mean }.prefix(1)).map(\.name)
      .joined(separator: " or ")
  }
}

/// A column of figures in studies: one statistic of a metric.
public struct FigureColumn: Hashable, Sendable {
  public var metric: Metric
  public var statistic: Statistic

  /// Creates the column of `statistic` of `metric`.
  public init(_ metric: Metric, _ statistic: Statistic = .value) {
    self.metric = metric
    self.statistic = statistic
  }

  /// The column's name: `match_rate`, `wait_s.p95`.
  public var name: String {
    statistic == .value ? metric.name : "\(metric.name).\(statistic.rawValue)"
  }

  public var unit: Unit { statistic == .count ? .count : metric.unit }

  /// The number of decimals in files: given by the unit, but 6 for interpolated statistics of counts.
  public var decimals: Int { statistic.liesBetween && unit == .count ? Unit.ratio.decimals : unit.decimals }

  /// The number of decimals for means over runs, at least 3, because a mean of counts need not be an integer.
  public var decimalsOfMean: Int { max(3, decimals) }
}

extension FigureColumn {
  /// The better direction of the figure; nil if there is none, as for counts and spreads.
  public var direction: Direction? {
    switch statistic {
    case .sd, .count: nil
    case .value, .mean, .min, .p05, .p25, .median, .p75, .p90, .p95, .p99, .max: metric.direction
    }
  }
}
