import Quantities

/// First-order and total Sobol' indices: the shares of a response's variance due to each parameter.
///
/// The first-order index is the share of the variance that vanishes if the parameter is fixed; the total index is the
/// share that remains if all others are fixed. Their difference is the interaction with others. Each of N rows has two
/// independent points A and B and, for each parameter, A with that parameter's value taken from B. The first-order
/// index is estimated after Saltelli and others 2010 (doi:10.1016/j.cpc.2009.09.018, table 2 b) and the total index
/// after Jansen 1999 (doi:10.1016/S0010-4655(98)00154-4). Intervals are studentised over resampled rows (Efron and
/// Tibshirani 1993, section 12.5, doi:10.1007/978-1-4899-4541-9): each resample is scaled by its own standard error,
/// because shares of a variance are skewed, but never by less than a quarter of the estimate's: if a parameter moves
/// the response in only a few rows, a resample may contain none of them and have no error. Intervals are clipped to 0 …
/// 1, but not beyond the estimate.
///
/// If a point has several replications, products are taken between different ones: simulation noise then adds nothing
/// on average, neither to the variance nor to the indices.
public struct SobolIndices: Sendable {
  /// The responses of a row, by replication; the k-th replications of all points share random numbers.
  public struct Row: Sendable {
    public var a: [Double]
    public var b: [Double]
    /// The responses at A with one parameter's value taken from B, by parameter.
    public var mixed: [[Double]]

    /// Creates a row.
    public init(a: [Double], b: [Double], mixed: [[Double]]) {
      self.a = a
      self.b = b
      self.mixed = mixed
    }
  }

  /// A share of the variance with its confidence interval.
  public struct Share: Hashable, Sendable {
    public let value: Double
    public let interval: ClosedRange<Double>
  }

  /// The indices of one parameter.
  public struct Index: Hashable, Sendable {
    public let first: Share
    public let total: Share
  }

  /// The indices by parameter; empty if the response does not vary.
  public let indices: [Index]
  /// The variance of the response over the points, without noise.
  public let variance: Double

  private static let resamples = 1000
  /// The minimum standard error by which a resample is scaled, as a fraction of the estimate's standard error.
  private static let leastError = 0.25

  /// Estimates the indices of `rows`; the draws depend only on `seed`.
  ///
  /// - Precondition: at least two rows, all with the same number of parameters, and in each row the same number of
  ///   replications at all points.
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
      // Without variation between rows, no resample differs from the estimate.
      guard error > 0 else { return Share(value: value, interval: value...value) }
      let distances = again.map {
        ($0.shares[place] - value) / max($0.errors[place], Self.leastError * error)
      }
      .ordered()
      func bound(_ share: Double) -> Double {
        value - error * (Summary.quantile(ofSorted: distances, share) ?? 0)
      }
      let (lower, upper) = (max(min(0, value), bound(1 - tail)), min(max(1, value), bound(tail)))
      return Share(value: value, interval: min(lower, upper)...upper)
    }
    let parameters = rows[0].mixed.count
    indices = (0..<parameters).map { Index(first: shares[$0], total: shares[parameters + $0]) }
  }

  /// The contributions of a row to the sums.
  private struct Terms {
    let sum: Double
    /// Half the sum of the squares of A and B: the row's contribution to the variance.
    let squares: Double
    /// The contributions to the first-order indices, then to the total ones, times the variance.
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

  /// The shares estimated from some rows, with their standard errors.
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
        // The influence of each row on the share, to first order.
        var influence = RunningStatistics()
        for index in chosen { influence.add(terms[index].parts[place] - share * terms[index].squares) }
        shares.append(share)
        errors.append((influence.standardError ?? 0) / variance)
      }
    }
  }

  /// Returns the values subtracted from each replication: its mean over all rows, which is the common effect of its
  /// random numbers; with unequal numbers of replications, the overall mean.
  private static func middles(_ rows: [Row]) -> [Double] {
    let most = rows.map(\.a.count).max() ?? 0
    guard rows.allSatisfy({ $0.a.count == most }) else {
      let means = rows.map { (mean($0.a) + mean($0.b)) / 2 }
      return Array(repeating: mean(means), count: most)
    }
    return (0..<most).map { k in mean(rows.map { ($0.a[k] + $0.b[k]) / 2 }) }
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// Returns the product of the means of x and y without shared noise: over pairs of different replications
  /// if there are several.
  private static func product(_ x: [Double], _ y: [Double]) -> Double {
    let (sumX, sumY) = (x.reduce(0, +), y.reduce(0, +))
    let count = Double(x.count)
    guard count > 1 else { return sumX * sumY }
    return (sumX * sumY - zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }) / (count * (count - 1))
  }
}
