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

  public var unit: Unit { statistic == .count ? .count : metric.unit }

  /// The number of decimals that the number has in files; those of its unit, and what lies between counts has 6.
  public var decimals: Int { statistic.liesBetween && unit == .count ? Unit.ratio.decimals : unit.decimals }

  /// The number of decimals that means over runs are written with: the mean of counts is no count.
  public var decimalsOfMean: Int { max(3, decimals) }
}
