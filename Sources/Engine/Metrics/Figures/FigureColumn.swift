public import Tables

/// One number of a run as named in studies: a metric and a statistic, with a column of its own.
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

  /// The number of decimals in files: the unit's number, or 6 for interpolated statistics of counts.
  public var decimals: Int { statistic.liesBetween && unit == .count ? Unit.ratio.decimals : unit.decimals }

  /// The number of decimals for means over runs: the mean of counts is not a count.
  public var decimalsOfMean: Int { max(3, decimals) }
}
