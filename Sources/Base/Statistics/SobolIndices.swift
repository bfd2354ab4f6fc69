/// The share of the variance of a response that each parameter explains: Sobol' indices of the first order and in
/// total.
///
/// The first-order index is the share of the variance that goes when the parameter is known, the total one the
/// share that stays when all others are: their difference is what it does together with others. Of N rows, each
/// two independent points A and B and, for each parameter, A with that one value of B, the first-order index is
/// estimated after Saltelli and others 2010 (doi:10.1016/j.cpc.2009.09.018, table 2 b) and the total one after
/// Jansen 1999 (doi:10.1016/S0010-4655(98)00154-4). Intervals are studentised over resampled rows (Efron and
/// Tibshirani 1993, section 12.5, doi:10.1007/978-1-4899-4541-9): each resample is measured in its own standard
/// error, since shares of a variance are skewed, but never in less than a quarter of that of the estimate: where a
/// parameter moves the response in a few rows alone, a resample may hold none of these, and know of no error. What lies
/// outside 0 … 1, where no share of a variance can be, is cut off, but never the estimate.
///
/// If a point has several replications, products are taken between different ones: the noise of a simulation
/// then adds nothing on average, neither to the variance nor to the indices.
public struct SobolIndices: Sendable {
  /// The responses of a row, by replication; replication k of all points has the same random numbers.
  public struct Row: Sendable {
    public var a: [Double]
    public var b: [Double]
    /// The points A with that value of B, by parameter.
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
  /// The least error that a resample is measured in, as a share of the estimate's.
  private static let leastError = 0.25

  /// Estimates the indices of `rows`; what is drawn is a function of `seed`.
  ///
  /// - Precondition: two rows or more of equally many parameters, each with equally many replications at all
  ///   its points.
  public init(_ rows: [Row], seed: UInt64, confidence: Double = 0.95) {
    precondition(rows.count >= 2, "two rows or more")
    precondition(
      rows.allSatisfy { row in
        row.mixed.count == rows[0].mixed.count && !row.a.isEmpty
          && ([row.b] + row.mixed).allSatisfy { $0.count == row.a.count }
      }, "equally many replications at the points of a row")
    let middles = Self.middles(rows)
    let terms = rows.map { Terms($0, less: middles) }
    let found = Estimate(terms, Array(terms.indices))
    let size = rows.reduce(0) { size, row in (row.a + row.b).reduce(size) { max($0, $1.magnitude) } }
    variance = found.variance > Rounding.meanSquare(size) ? found.variance : 0
    guard variance > 0 else {
      indices = []
      return
    }
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .sobolIndices)
    var again: [Estimate] = []
    for _ in 0..<Self.resamples {
      let estimate = Estimate(terms, terms.indices.map { _ in draws.integer(in: 0..<terms.count) })
      if estimate.variance > 0 { again.append(estimate) }
    }
    let tail = (1 - confidence) / 2
    let shares = found.shares.indices.map { place in
      let (value, error) = (found.shares[place], found.errors[place])
      // No resample differs from the estimate where no row does.
      guard error > 0 else { return Share(value: value, interval: value...value) }
      let distances = again.map {
        ($0.shares[place] - value) / max($0.errors[place], Self.leastError * error)
      }
      .sorted()
      func bound(_ share: Double) -> Double {
        value - error * (Summary.quantile(ofSorted: distances, share) ?? 0)
      }
      let (lower, upper) = (max(min(0, value), bound(1 - tail)), min(max(1, value), bound(tail)))
      return Share(value: value, interval: min(lower, upper)...upper)
    }
    let parameters = rows[0].mixed.count
    indices = (0..<parameters).map { Index(first: shares[$0], total: shares[parameters + $0]) }
  }

  /// The addends of a row to the sums.
  private struct Terms {
    let sum: Double
    /// Half of the squares of A and B: the row's part of the variance.
    let squares: Double
    /// The parts of the first-order indices, then those of the total ones, times the variance.
    let parts: [Double]

    init(_ row: Row, less middles: [Double]) {
      let (a, b) = (zip(row.a, middles).map { $0 - $1 }, zip(row.b, middles).map { $0 - $1 })
      sum = SobolIndices.mean(a) + SobolIndices.mean(b)
      squares = (SobolIndices.product(a, a) + SobolIndices.product(b, b)) / 2
      let changes = row.mixed.map { zip($0, row.a).map { $0 - $1 } }
      parts =
        changes.map { SobolIndices.product(b, $0) } + changes.map { SobolIndices.product($0, $0) / 2 }
    }
  }

  /// The shares that some rows give, with their standard errors.
  private struct Estimate {
    let variance: Double
    var shares: [Double] = []
    var errors: [Double] = []

    init(_ terms: [Terms], _ chosen: [Int]) {
      let rows = Double(chosen.count)
      let mean = chosen.reduce(0) { $0 + terms[$1].sum } / (2 * rows)
      let squares = chosen.reduce(0) { $0 + terms[$1].squares }
      variance = (squares - rows * mean * mean) * 2 / (2 * rows - 1)
      guard variance > 0 else { return }
      for place in terms[0].parts.indices {
        let share = chosen.reduce(0) { $0 + terms[$1].parts[place] } / rows / variance
        // What a row moves the share by, to the first order.
        var influence = RunningStatistics()
        for index in chosen { influence.add(terms[index].parts[place] - share * terms[index].squares) }
        shares.append(share)
        errors.append((influence.standardError ?? 0) / variance)
      }
    }
  }

  /// The subtrahend of each replication: its mean over all rows, which is what its random numbers do to all points
  /// alike; where rows have different numbers of replications, the mean of all.
  private static func middles(_ rows: [Row]) -> [Double] {
    let most = rows.map(\.a.count).max() ?? 0
    guard rows.allSatisfy({ $0.a.count == most }) else {
      let means = rows.map { (mean($0.a) + mean($0.b)) / 2 }
      return Array(repeating: mean(means), count: most)
    }
    return (0..<most).map { k in mean(rows.map { ($0.a[k] + $0.b[k]) / 2 }) }
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// The product of the means of x and y without the noise that they share: over pairs of different
  /// replications where there are several.
  private static func product(_ x: [Double], _ y: [Double]) -> Double {
    let (sumX, sumY) = (x.reduce(0, +), y.reduce(0, +))
    let count = Double(x.count)
    guard count > 1 else { return sumX * sumY }
    return (sumX * sumY - zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }) / (count * (count - 1))
  }
}
