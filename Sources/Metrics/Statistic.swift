/// Which number of a metric a row of summary.csv holds; the raw value is the name in the file.
public enum Statistic: String, CaseIterable, Sendable {
  case value
  case mean
  case sd
  case min
  case p05
  case p25
  case median
  case p75
  case p90
  case p95
  case p99
  case max
  case count

  /// The share of the sample that lies below, where the statistic is a quantile.
  public var probability: Double? {
    switch self {
    case .p05: 0.05
    case .p25: 0.25
    case .median: 0.5
    case .p75: 0.75
    case .p90: 0.9
    case .p95: 0.95
    case .p99: 0.99
    default: nil
    }
  }

  /// What the statistic is, in one sentence.
  public var meaning: String {
    switch self {
    case .value: "The metric itself, where it is one number."
    case .mean: "The arithmetic mean."
    case .sd: "The standard deviation of the sample (n − 1 below); no row for one observation."
    case .min: "The smallest observation."
    case .p05, .p25, .p75, .p90, .p95, .p99:
      "The \(Int((100 * (probability ?? 0)).rounded())) % quantile, interpolated (Hyndman and Fan's type 7)."
    case .median: "The 50 % quantile, interpolated (Hyndman and Fan's type 7)."
    case .max: "The largest observation."
    case .count: "How many observations there are; the only row where there are none."
    }
  }
}
