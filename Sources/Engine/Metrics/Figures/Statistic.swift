import Statistics

/// The statistic of a metric in a row of summary.csv; the raw value is the name in the file.
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

  /// Returns the statistic from `summary`; nil for too few observations.
  func value(in summary: Summary) -> Double? {
    switch self {
    case .value: nil
    case .mean: summary.mean
    case .sd: summary.standardDeviation
    case .min: summary.min
    case .p05: summary.p05
    case .p25: summary.p25
    case .median: summary.median
    case .p75: summary.p75
    case .p90: summary.p90
    case .p95: summary.p95
    case .p99: summary.p99
    case .max: summary.max
    case .count: Double(summary.count)
    }
  }

  /// Whether the statistic may lie between observed values, so that it is not an integer for counts.
  var liesBetween: Bool {
    switch self {
    case .value, .min, .max, .count: false
    case .mean, .sd, .p05, .p25, .median, .p75, .p90, .p95, .p99: true
    }
  }

  /// The meaning of the statistic, in one sentence.
  public var meaning: String {
    switch self {
    case .value: "The figure itself, if it is a single number."
    case .mean: "The arithmetic mean."
    case .sd: "The sample standard deviation (denominator n − 1); no row for a single observation."
    case .min: "The smallest observation."
    case .p05, .p25, .p75, .p90, .p95, .p99:
      "The \(rawValue.drop { $0 == "p" || $0 == "0" }) % quantile, interpolated (Hyndman and Fan's type 7)."
    case .median: "The 50 % quantile, interpolated (Hyndman and Fan's type 7)."
    case .max: "The largest observation."
    case .count: "The number of observations; the only row if there are none."
    }
  }
}
