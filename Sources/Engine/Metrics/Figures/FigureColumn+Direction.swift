public import Statistics

extension FigureColumn {
  /// The better direction of the figure; nil if there is none, as for counts and spreads.
  public var direction: Direction? {
    switch statistic {
    case .sd, .count: nil
    case .value, .mean, .min, .p05, .p25, .median, .p75, .p90, .p95, .p99, .max: metric.direction
    }
  }
}
