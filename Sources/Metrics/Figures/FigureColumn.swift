public import Tables

/// One number of a run as studies name it: a metric and a statistic, in a column of their own.
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

  /// Names of figures as messages and help show them.
  public static let examples = "\(FigureColumn(.matchRate).name) or \(FigureColumn(.wait, .mean).name)"

  public var unit: Unit { statistic == .count ? .count : metric.unit }

  /// How many decimals means over runs are written with: the mean of counts is no count.
  public var decimalsOfMean: Int { max(3, unit.decimals) }

  /// All figures of a run, in the order of summary.csv.
  public static let all: [FigureColumn] = Metric.all.flatMap { metric in
    metric.statistics.map { FigureColumn(metric, $0) }
  }

  /// The column called `name`; nil where there is none.
  public static func named(_ name: String) -> FigureColumn? { all.first { $0.name == name } }
}
