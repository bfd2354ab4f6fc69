/// The share of resamples in which each of several points comes out best: a bootstrap over whole replications, which
/// keeps what points of one replication share.
///
/// Efron and Tibshirani 1993, doi:10.1007/978-1-4899-4541-9. It is a description of how clear the choice is,
/// and no probability that it is right.
public struct BestShare: Hashable, Sendable {
  /// A bound on the mean of another figure.
  public struct Bound: Sendable {
    /// The values by point and replication; nil where one is missing.
    public var values: [[Double?]]
    public var limit: Double
    /// True if `limit` is the greatest value allowed; otherwise the least.
    public var isUpper: Bool

    /// Creates a bound.
    public init(_ values: [[Double?]], _ limit: Double, isUpper: Bool) {
      self.values = values
      self.limit = limit
      self.isUpper = isUpper
    }
  }

  /// The number of resamples that were drawn.
  public let resamples: Int
  /// The share of them in which each point is the best of those that keep the bounds.
  public let shares: [Double]
  /// The share in which each point keeps the bounds.
  public let keeping: [Double]

  /// Resamples the replications of `values`, by point and replication; what is drawn is a function of `seed`.
  ///
  /// A point without a value in a resample is not the best of it; of equal points it is the first.
  ///
  /// - Precondition: as many points and replications in each bound.
  /// - Complexity: O(p · n · b) for each of 200 to 2,000 resamples, the fewer the more there is to add up.
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
          // Nothing is said of NaN.
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

  /// The mean of `values`, each counted as often as it was drawn; NaN of none.
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
