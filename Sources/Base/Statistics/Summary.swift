import CGSL

/// Location, spread and quantiles of a set of numbers; nil if there are too few.
///
/// Quantiles interpolate between order statistics at (n − 1) · p, which is type 7 of Hyndman and Fan 1996,
/// doi:10.1080/00031305.1996.10473566, and the default of R and NumPy.
public struct Summary: Hashable, Sendable {
  public var count: Int
  public var mean: Double?
  /// The sample standard deviation (n − 1).
  public var standardDeviation: Double?
  public var min: Double?
  public var p05: Double?
  public var p25: Double?
  public var median: Double?
  public var p75: Double?
  public var p90: Double?
  public var p95: Double?
  public var p99: Double?
  public var max: Double?

  /// Summarises `values`.
  ///
  /// - Precondition: every value is finite.
  /// - Complexity: O(n log n) in the number of values.
  public init(_ values: [Double]) {
    precondition(values.allSatisfy(\.isFinite), "statistics are of finite numbers")
    let sorted = values.sorted()
    count = values.count
    min = sorted.first
    max = sorted.last
    if count > 0 {
      let mean = values.reduce(0, +) / Double(count)
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      self.mean = mean
      if count > 1 { standardDeviation = (squares / Double(count - 1)).squareRoot() }
    }
    p05 = Self.quantile(ofSorted: sorted, 0.05)
    p25 = Self.quantile(ofSorted: sorted, 0.25)
    median = Self.quantile(ofSorted: sorted, 0.5)
    p75 = Self.quantile(ofSorted: sorted, 0.75)
    p90 = Self.quantile(ofSorted: sorted, 0.9)
    p95 = Self.quantile(ofSorted: sorted, 0.95)
    p99 = Self.quantile(ofSorted: sorted, 0.99)
  }

  /// Returns a quantile of `values`, which are in ascending order; nil if empty.
  ///
  /// - Precondition: `probability` is in 0 … 1.
  public static func quantile(ofSorted values: [Double], _ probability: Double) -> Double? {
    precondition((0...1).contains(probability), "a probability lies in 0 … 1")
    guard !values.isEmpty else { return nil }
    return gsl_stats_quantile_from_sorted_data(values, 1, values.count, probability)
  }
}
