import Quantities

/// The variation of several responses between replications, as a function of the coordinates.
///
/// The variance of each response is the exponential of a linear function of the coordinates, fitted to the points;
/// the correlations between responses are the same everywhere.
struct DayVariation {
  /// The coefficients of ln variance, a constant and one per coordinate, for each response; nil for a response that
  /// never varies.
  private let logVariances: [[Double]?]
  private let correlations: [[Double]]
  /// The degrees of freedom of the covariances: those of one point, times the effective number of independent points.
  ///
  /// Replications that share random numbers are correlated between points: if the spread is large by chance at one
  /// point, it is large at all points.
  let freedom: Double

  /// Fits the variation to the replications of `responses`, by response, point and replication, at coordinates of about
  /// −1 to 1.
  ///
  /// - Precondition: as many lists of replications as points, for each response.
  init(_ points: [[Double]], _ responses: [[[Double?]]]) {
    let deviations = responses.map { $0.map(Self.deviations) }
    logVariances = deviations.map { Self.logVariances(points, $0) }
    let standardised = zip(deviations, logVariances).map { rows, coefficients in
      zip(points, rows).map { point, row in
        row.map { deviation in
          coefficients.flatMap { law in deviation.map { $0 / Self.deviation(law, point) } }
        }
      }
    }
    correlations = standardised.indices.map { a in
      standardised.indices.map { b in
        a == b ? 1 : Self.correlation(Array(standardised[a].joined()), Array(standardised[b].joined()))
      }
    }
    let own = Double((responses.first?.map { row in row.count { $0 != nil } }.max() ?? 1) - 1)
    freedom = own / Self.alikeness(standardised, freedom: own)
  }

  /// Returns the mean, over all pairs of points, including each point with itself, of the squared correlation between
  /// their replications.
  private static func alikeness(_ responses: [[[Double?]]], freedom: Double) -> Double {
    var (sum, count) = (0.0, 0.0)
    for rows in responses where rows.joined().contains(where: { $0 != nil }) {
      for a in rows.indices {
        sum += 1
        for b in 0..<a {
          let correlation = correlation(rows[a], rows[b])
          // The squared estimate is 1 ÷ freedom on average by chance alone.
          sum += 2 * (correlation * correlation - 1 / freedom) / (1 - 1 / freedom)
        }
      }
      count += Double(rows.count * rows.count)
    }
    guard count > 0, freedom > 1 else { return 1 }
    return min(1, max(1 / Double(responses[0].count), sum / count))
  }

  /// Returns the covariances of one replication at `point`.
  func covariances(at point: [Double]) -> [[Double]] {
    let deviations = logVariances.map { $0.map { Self.deviation($0, point) } ?? 0 }
    return correlations.indices.map { a in
      correlations.indices.map { b in correlations[a][b] * deviations[a] * deviations[b] }
    }
  }

  /// Returns the deviations of the replications in `row` from their mean; nil if missing.
  private static func deviations(_ row: [Double?]) -> [Double?] {
    let there = row.compactMap(\.self)
    let mean = there.reduce(0, +) / Double(max(1, there.count))
    let rounded = Rounding.relative * there.reduce(0) { max($0, $1.magnitude) }
    return row.map { value in value.map { ($0 - mean).magnitude > rounded ? $0 - mean : 0 } }
  }

  private static func deviation(_ coefficients: [Double], _ point: [Double]) -> Double {
    Rounded.exp(zip(coefficients, [1] + point).reduce(0) { $0 + $1.0 * $1.1 } / 2)
  }

  private static func logVariances(_ points: [[Double]], _ rows: [[Double?]]) -> [Double]? {
    let sums = rows.map { row in
      let there = row.compactMap(\.self)
      return (squares: there.reduce(0) { $0 + $1 * $1 }, freedom: Double(there.count - 1))
    }
    let known = sums.indices.filter { sums[$0].freedom > 0 }
    let freedom = known.reduce(0) { $0 + sums[$1].freedom }
    let pooled = known.reduce(0) { $0 + sums[$1].squares } / freedom
    guard freedom > 0, pooled > 0 else { return nil }
    // A point with a few equal replications by chance does not have variance 0.
    let logs = known.map { Rounded.log(max(sums[$0].squares / sums[$0].freedom, 0.01 * pooled)) }
    let fit = try? LeastSquares(
      design: known.map { [1] + points[$0] }, responses: logs, weights: known.map { sums[$0].freedom })
    var law = fit?.coefficients ?? [Double](repeating: 0, count: points[0].count + 1)
    // The logarithm of an estimated variance is biased downwards; the squares correct the level.
    let scale = known.reduce(0) { sum, index in
      let deviation = deviation(law, points[index])
      return sum + sums[index].squares / (deviation * deviation)
    }
    law[0] += Rounded.log(scale / freedom)
    return law
  }

  private static func correlation(_ a: [Double?], _ b: [Double?]) -> Double {
    var (product, first, second) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      guard let x, let y else { continue }
      product += x * y
      first += x * x
      second += y * y
    }
    return first > 0 && second > 0 ? product / (first * second).squareRoot() : 0
  }
}
