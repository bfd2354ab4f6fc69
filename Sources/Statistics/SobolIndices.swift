/// How much of the variance of a response each parameter explains: Sobol' indices of the first order and in total.
///
/// The first-order index is the share of the variance that goes when the parameter is known, the total one the share that
/// stays when all others are: their difference is what it does together with others. Of N rows, each two independent
/// points A and B and, for each parameter, A with that one value of B, the first-order index is estimated after Saltelli
/// and others 2010 (doi:10.1016/j.cpc.2009.09.018, table 2 b) and the total one after Jansen 1999
/// (doi:10.1016/S0010-4655(98)00154-4). Intervals are percentiles over resampled rows.
///
/// Where a point has several replications, products are taken between different ones: the noise of a simulation then adds
/// nothing on average, neither to the variance nor to the indices.
public struct SobolIndices: Sendable {
  /// The responses of a row, by replication; replication k of all points has the same random numbers.
  public struct Row: Sendable {
    public var a: [Double]
    public var b: [Double]
    /// By parameter, the point A with that value of B.
    public var mixed: [[Double]]

    /// Creates a row.
    public init(a: [Double], b: [Double], mixed: [[Double]]) {
      self.a = a
      self.b = b
      self.mixed = mixed
    }
  }

  /// A share of the variance, with an interval.
  public struct Share: Hashable, Sendable {
    public let value: Double
    public let interval: ClosedRange<Double>
  }

  /// One parameter.
  public struct Index: Hashable, Sendable {
    public let first: Share
    public let total: Share
  }

  /// One per parameter; none where the response does not vary.
  public let indices: [Index]
  /// The variance of the response over the points, noise taken out.
  public let variance: Double

  private static let resamples = 1000

  /// Estimates the indices of `rows`; what is drawn is a function of `seed`.
  ///
  /// - Precondition: two rows or more of equally many parameters, each with equally many replications at all its points.
  public init(_ rows: [Row], seed: UInt64, confidence: Double = 0.95) {
    precondition(rows.count >= 2, "two rows or more")
    precondition(
      rows.allSatisfy { row in
        row.mixed.count == rows[0].mixed.count && !row.a.isEmpty
          && ([row.b] + row.mixed).allSatisfy { $0.count == row.a.count }
      }, "equally many replications at the points of a row")
    let all = rows.flatMap { [Self.mean($0.a), Self.mean($0.b)] }
    let middle = all.reduce(0, +) / Double(all.count)
    let terms = rows.map { Terms($0, less: middle) }
    let parameters = rows[0].mixed.indices
    let (found, variance) = Self.estimate(terms, terms.indices.map { $0 })
    self.variance = variance
    guard variance > 0 else {
      indices = []
      return
    }
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .sobolIndices)
    var again: [[(first: Double, total: Double)]] = []
    for _ in 0..<Self.resamples {
      let chosen = terms.indices.map { _ in draws.integer(in: 0..<terms.count) }
      let (shares, variance) = Self.estimate(terms, chosen)
      if variance > 0 { again.append(shares) }
    }
    let tail = (1 - confidence) / 2
    func share(_ value: Double, _ resampled: [Double]) -> Share {
      let sorted = resampled.sorted()
      func quantile(_ share: Double) -> Double { Summary.quantile(ofSorted: sorted, share) ?? value }
      return Share(value: value, interval: quantile(tail)...quantile(1 - tail))
    }
    indices = parameters.map { parameter in
      Index(
        first: share(found[parameter].first, again.map { $0[parameter].first }),
        total: share(found[parameter].total, again.map { $0[parameter].total }))
    }
  }

  /// What a row adds to the sums.
  private struct Terms {
    let sum: Double
    let squares: Double
    let first: [Double]
    let total: [Double]

    init(_ row: Row, less middle: Double) {
      let (a, b) = (row.a.map { $0 - middle }, row.b.map { $0 - middle })
      sum = SobolIndices.mean(a) + SobolIndices.mean(b)
      squares = SobolIndices.product(a, a) + SobolIndices.product(b, b)
      let changes = row.mixed.map { zip($0, a).map { $0 - middle - $1 } }
      first = changes.map { SobolIndices.product(b, $0) }
      total = changes.map { SobolIndices.product($0, $0) / 2 }
    }
  }

  private static func estimate(
    _ terms: [Terms], _ chosen: [Int]
  ) -> (shares: [(first: Double, total: Double)], variance: Double) {
    let rows = Double(chosen.count)
    var (sum, squares) = (0.0, 0.0)
    var first = terms[0].first.map { _ in 0.0 }
    var total = first
    for index in chosen {
      let term = terms[index]
      sum += term.sum
      squares += term.squares
      for parameter in first.indices {
        first[parameter] += term.first[parameter]
        total[parameter] += term.total[parameter]
      }
    }
    let mean = sum / (2 * rows)
    let variance = (squares - 2 * rows * mean * mean) / (2 * rows - 1)
    return (zip(first, total).map { ($0 / rows / variance, $1 / rows / variance) }, variance)
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// The product of the means of x and y without the noise that they share: over pairs of different replications where
  /// there are several.
  private static func product(_ x: [Double], _ y: [Double]) -> Double {
    let (sumX, sumY) = (x.reduce(0, +), y.reduce(0, +))
    let count = Double(x.count)
    guard count > 1 else { return sumX * sumY }
    return (sumX * sumY - zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }) / (count * (count - 1))
  }
}

extension Purpose {
  fileprivate static let sobolIndices = Purpose(rawValue: 512)
}
