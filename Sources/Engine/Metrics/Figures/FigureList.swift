/// The figures that runs of a market have, and those of them that people look at first.
///
///     let figures = FigureList([matchRate, wait], headline: [FigureColumn(matchRate), FigureColumn(wait, .mean)], …)
///     figures.columns.map(\.name)          // match_rate, wait_s.mean, wait_s.sd, …
public struct FigureList: Sendable {
  /// The metrics in the order of summary.csv.
  public let metrics: [Metric]
  /// Every number of a run, likewise: the columns of figures in runs.csv.
  public let columns: [FigureColumn]
  /// The figures that runs are compared by where none are named: how many are served, how well, and at what price.
  public let headline: [FigureColumn]
  /// The figures that analyses and pictures show where none are named: how many are served, against what it costs.
  public let tradeOff: [FigureColumn]
  /// The figures that a study's table shows on a terminal.
  public let brief: [Brief]
  private let place: [String: Int]

  /// A figure in a table for a terminal.
  public struct Brief: Sendable {
    public let column: FigureColumn
    /// The heading, with the unit: `matched %`.
    public let title: String
    /// The factor of the figure: 100 for a share in per cent.
    public let scale: Double
    public let decimals: Int

    /// Shows `column` under `title`.
    public init(_ column: FigureColumn, _ title: String, scale: Double = 1, decimals: Int = 0) {
      self.column = column
      self.title = title
      self.scale = scale
      self.decimals = decimals
    }
  }

  /// Gathers figures.
  ///
  /// - Precondition: names differ.
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

  /// The same list with `more` behind it.
  ///
  /// - Precondition: names differ.
  public func adding(_ more: [Metric]) -> FigureList {
    more.isEmpty
      ? self : FigureList(metrics + more, headline: headline, tradeOff: tradeOff, brief: brief)
  }

  /// The index of `column` among the columns; nil where it is none of them.
  public func index(of column: FigureColumn) -> Int? { place[column.name] }

  /// The column called `name`; nil where there is none.
  public func named(_ name: String) -> FigureColumn? { place[name].map { columns[$0] } }

  /// Names of figures as messages and help show them: the first of the headline, and the first mean in it.
  public var examples: String { headline.examples }
}

extension [FigureColumn] {
  /// The names of the first one and of the first mean behind it, as messages and help show how figures are named.
  public var examples: String {
    (prefix(1) + dropFirst().filter { $0.statistic == .mean }.prefix(1)).map(\.name)
      .joined(separator: " or ")
  }
}
