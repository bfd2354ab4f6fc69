/// Observations of several points with common random numbers, some of them missing: estimates any weighted sum of the
/// points' means, with an interval that accounts for the correlation.
///
/// The weighted sum is a sum over replications, Σ_k Z_k with Z_k = Σ_i w_i · y_ik ÷ n_i over the points observed in
/// replication k. Replications are independent, so the variance is Σ_k Var(Z_k), and Var(Z_k) is estimated by the same
/// sum over the same points in all replications that have these points, including k. The degrees of freedom are
/// Satterthwaite's (1946, doi:10.2307/3002019), with the covariances between these estimates, but at most those of the
/// point with the fewest observations: points given more observations because their spread looked wide carry less
/// information than the same number fixed in advance. If every point has all n replications, this is the t-interval
/// over the replications, with n − 1 degrees of freedom.
public struct SharedReplications: Sendable {
  /// A weighted sum of means.
  public struct Estimate: Hashable, Sendable {
    public let value: Double
    public let standardError: Double
    /// The degrees of freedom of the standard error, not necessarily whole.
    public let freedom: Double

    /// Returns the t-interval for the true value.
    ///
    /// - Precondition: `confidence` lies strictly between 0 and 1.
    public func interval(confidence: Double = 0.95) -> ClosedRange<Double> {
      let reach = standardError * StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: freedom)
      return value - reach...value + reach
    }
  }

  /// A set of replications observed at the same points.
  private struct Pattern: Sendable {
    /// The points.
    let points: [Int]
    /// The number of replications observed at exactly these points.
    var count: Int
    /// The indices of the patterns that include all of these points.
    var wider: [Int] = []
  }

  private let values: [[Double?]]
  private let counts: [Int]
  /// The mean of the observations of each point.
  public let means: [Double]
  private let patterns: [Pattern]

  /// Creates the estimator from the observations `values`, with a row per point and a column per replication; nil if
  /// missing.
  ///
  /// - Precondition: rows of equal length, each with at least one observation; all finite.
  public init(_ values: [[Double?]]) {
    self.values = values
    let present = values.map { $0.compactMap(\.self) }
    precondition(
      values.allSatisfy { $0.count == values[0].count } && present.allSatisfy { !$0.isEmpty },
      "rows of equal length, none without an observation")
    counts = present.map(\.count)
    means = present.map { $0.reduce(0, +) / Double($0.count) }
    var patterns: [Pattern] = []
    var place: [[Int]: Int] = [:]
    var patternOf: [Int?] = []
    for replication in (values.first ?? []).indices {
      let points = values.indices.filter { values[$0][replication] != nil }
      patternOf.append(points.isEmpty ? nil : place[points] ?? patterns.count)
      guard !points.isEmpty else { continue }
      if let known = place[points] {
        patterns[known].count += 1
      } else {
        place[points] = patterns.count
        patterns.append(Pattern(points: points, count: 1))
      }
    }
    let sets = patterns.map { Set($0.points) }
    for index in patterns.indices {
      patterns[index].wider = patternOf.indices.filter { replication in
        patternOf[replication].map { sets[$0].isSuperset(of: sets[index]) } ?? false
      }
    }
    self.patterns = patterns
  }

  /// The number of observations beyond the first of each point.
  var repeats: Int { counts.reduce(0) { $0 + $1 - 1 } }

  /// Returns the sum of the points' means, weighted by `weights`; nil if some combination of points was observed only
  /// once, so that its spread is unknown.
  ///
  /// - Precondition: one weight per point.
  /// - Complexity: O(g · n · (p + g)) for n replications of p points in g different sets of points.
  public func estimate(_ weights: [Double]) -> Estimate? {
    precondition(weights.count == values.count, "a weight per point")
    let value = zip(weights, means).reduce(0) { $0 + $1.0 * $1.1 }
    guard !patterns.isEmpty, patterns.allSatisfy({ $0.wider.count >= 2 }) else { return nil }
    // Deviations from the points' means, so that large means do not cost precision.
    let sums = patterns.map { pattern in
      pattern.wider.map { replication in
        pattern.points.reduce(0) { sum, point in
          sum + weights[point] / Double(counts[point]) * ((values[point][replication] ?? 0) - means[point])
        }
      }
    }
    var variance = 0.0
    var spread = 0.0
    for (first, a) in patterns.enumerated() {
      variance += Double(a.count) * Self.covariance(a.wider, sums[first], a.wider, sums[first]).value
      for (second, b) in patterns.enumerated() {
        let (value, common) = Self.covariance(a.wider, sums[first], b.wider, sums[second])
        guard common > 1 else { continue }
        spread +=
          Double(a.count * b.count) * value * value * Double(common - 1)
          / Double((a.wider.count - 1) * (b.wider.count - 1))
      }
    }
    let most = Double((counts.filter { $0 > 1 }.min() ?? 2) - 1)
    return Estimate(
      value: value, standardError: variance.squareRoot(),
      freedom: spread > 0 ? min(most, variance * variance / spread) : most)
  }

  /// Returns the sample covariance of `x` and `y` over their common replications, and the number of these replications.
  private static func covariance(
    _ a: [Int], _ x: [Double], _ b: [Int], _ y: [Double]
  ) -> (value: Double, common: Int) {
    var pairs: [(Double, Double)] = []
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if a[i] == b[j] { pairs.append((x[i], y[j])) }
      let (first, second) = (a[i], b[j])
      if first <= second { i += 1 }
      if second <= first { j += 1 }
    }
    guard pairs.count > 1 else { return (0, pairs.count) }
    let count = Double(pairs.count)
    let meanX = pairs.reduce(0) { $0 + $1.0 } / count
    let meanY = pairs.reduce(0) { $0 + $1.1 } / count
    return (pairs.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) } / (count - 1), pairs.count)
  }
}
