/// The share of resamples in which each of several points is the best: a bootstrap over whole replications, which
/// preserves the correlation between points.
///
/// Efron and Tibshirani 1993, doi:10.1007/978-1-4899-4541-9. It describes how clear the choice is; it is not the
/// probability that the choice is right.
public struct BestShare: Hashable, Sendable {
  /// A bound on the mean of another figure.
  public struct Bound: Sendable {
    /// The values by point and replication; nil if missing.
    public var values: [[Double?]]
    public var limit: Double
    /// Whether `limit` is an upper rather than a lower bound.
    public var isUpper: Bool

    /// Creates a bound.
    public init(_ values: [[Double?]], _ limit: Double, isUpper: Bool) {
      self.values = values
      self.limit = limit
      self.isUpper = isUpper
    }
  }

  /// The number of resamples.
  public let resamples: Int
  /// The share of resamples in which each point is the best of those that satisfy the bounds.
  public let shares: [Double]
  /// The share of resamples in which each point satisfies the bounds.
  public let keeping: [Double]

  /// Resamples the replications of `values`, by point and replication; the draws depend only on `seed`.
  ///
  /// A point without a value in a resample cannot be its best; ties go to the first point.
  ///
  /// - Precondition: each bound has values for the same points and replications as `values`.
  /// - Complexity: O(p · n · b) per resample; 200 to 2,000 resamples, fewer for larger inputs.
  public init(_ values: [[Double?]], _ direction: Direction, subjectTo bounds: [Bound], seed: UInt64) {
    let (points, replications) = (values.count, values.first?.count ?? 0)
    precondition(
      bounds.allSatisfy { $0.values.map(\.count) == values.map(\.count) }, "the same points and replications")
    let work = max(1, points * replications * (1 + bounds.count))
    resamples = max(200, min(2_000, 200_000_000 / work))
    let figures = ([values] + bounds.map(\.values)).map { $0.map { $0.map { $0 ?? .nan } } }
    var best = Array(repeating: 0, count: points)
    var keeping = best
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .bestShare)
    for _ in 0..<resamples {
      var times = Array(repeating: 0.0, count: replications)
      for _ in 0..<replications { times[draws.integer(in: 0..<replications)] += 1 }
      var first: (point: Int, gain: Double)?
      for point in 0..<points {
        let means = figures.map { Self.mean($0[point], times) }
        let holds = zip(bounds, means.dropFirst()).allSatisfy { bound, mean in
          // A comparison with NaN is false.
          bound.isUpper ? mean <= bound.limit : mean >= bound.limit
        }
        guard holds, !means[0].isNaN else { continue }
        keeping[point] += 1
        let gain = direction.gain(means[0])
        if gain > first?.gain ?? -.infinity { first = (point, gain) }
      }
      if let first { best[first.point] += 1 }
    }
    let count = Double(resamples)
    shares = best.map { Double($0) / count }
    self.keeping = keeping.map { Double($0) / count }
  }

  /// Returns the mean of `values` weighted by the number of times each was drawn; NaN if there are none.
  private static func mean(_ values: [Double], _ times: [Double]) -> Double {
    var sum = 0.0
    var count = 0.0
    for index in values.indices where times[index] > 0 && !values[index].isNaN {
      sum += times[index] * values[index]
      count += times[index]
    }
    return sum / count
  }
}
