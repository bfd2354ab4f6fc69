import CGSL

/// Streaming statistics: count, mean, variance and extremes in constant memory.
///
/// Mean and squares are updated from differences, to stay accurate for large values with a small spread:
/// Welford 1962, doi:10.1080/00401706.1962.10490022; merging after Chan, Golub and LeVeque 1983,
/// doi:10.1080/00031305.1983.10483115.
@frozen
public struct RunningStatistics: Hashable, Sendable {
  /// The number of values.
  public private(set) var count = 0
  @usableFromInline var runningMean = 0.0
  @usableFromInline var squares = 0.0
  @usableFromInline var least = Double.infinity
  @usableFromInline var greatest = -Double.infinity

  /// Creates statistics without values.
  public init() {}

  /// Adds `value`.
  ///
  /// - Precondition: `value` is finite.
  public mutating func add(_ value: Double) {
    precondition(value.isFinite, "statistics are of finite numbers")
    count += 1
    let difference = value - runningMean
    runningMean += difference / Double(count)
    squares += difference * (value - runningMean)
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// Adds all values of `other`.
  public mutating func merge(_ other: Self) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let total = Double(count + other.count)
    let difference = other.runningMean - runningMean
    runningMean += difference * Double(other.count) / total
    squares += other.squares + difference * difference * Double(count) * Double(other.count) / total
    least = Swift.min(least, other.least)
    greatest = Swift.max(greatest, other.greatest)
    count += other.count
  }

  /// The mean; nil if there are no values.
  public var mean: Double? { count > 0 ? runningMean : nil }
  /// The sample variance (n − 1); nil for fewer than two values.
  public var variance: Double? { count > 1 ? squares / Double(count - 1) : nil }
  /// The sample standard deviation; nil for fewer than two values.
  public var standardDeviation: Double? { variance?.squareRoot() }
  /// The standard error of the mean of independent values; nil for fewer than two.
  public var standardError: Double? { variance.map { ($0 / Double(count)).squareRoot() } }
  /// The smallest value; nil if there are no values.
  public var min: Double? { count > 0 ? least : nil }
  /// The greatest value; nil if there are no values.
  public var max: Double? { count > 0 ? greatest : nil }
}

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

extension [RunningStatistics] {
  /// Adds each of `values` to the element at its index; nil adds nothing.
  ///
  /// - Precondition: there are as many values as elements.
  public mutating func add(_ values: [Double?]) {
    precondition(values.count == count, "a value for each")
    for (index, value) in values.enumerated() { if let value { self[index].add(value) } }
  }
}
