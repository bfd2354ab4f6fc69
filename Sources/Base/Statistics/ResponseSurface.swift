/// A quadratic polynomial of the parameters, fitted to a response by least squares.
///
/// Parameters are coded to −1 … 1 over the range of the points; a parameter with only two values gets no squared term.
/// Box and Wilson 1951, doi:10.1111/j.2517-6161.1951.tb00067.x.
public struct ResponseSurface: Surface {
  /// A product of coded parameters.
  public enum Term: Hashable, Sendable {
    case constant
    case linear(Int)
    case square(Int)
    case product(Int, Int)

    /// Returns the term at a point in coded coordinates.
    func value(_ coded: [Double]) -> Double {
      switch self {
      case .constant: 1
      case .linear(let i): coded[i]
      case .square(let i): coded[i] * coded[i]
      case .product(let i, let j): coded[i] * coded[j]
      }
    }
  }

  /// The ranges of the points, by parameter, in the parameter's unit.
  public let ranges: [ClosedRange<Double>]
  /// The terms, in the order of the coefficients.
  public let terms: [Term]
  /// The coefficients of the terms, in the unit of the response.
  public let coefficients: [Double]
  /// The coefficient of determination R²; 1 for a response that does not vary.
  public let explained: Double
  /// The lack-of-fit test of the quadratic form; nil if the data do not allow it.
  public let lackOfFit: LackOfFit?
  /// The terms at each point.
  private let rows: [[Double]]
  /// (XᵀX)⁻¹ for these terms, row by row.
  private let inverse: [Double]

  /// Fits the surface to `responses`, the replications observed at each of `points`; nil if missing.
  ///
  /// The means of all points have the same weight, because points with a larger spread are given more replications.
  ///
  /// - Parameter blocked: whether the k-th replication of every point had the same random numbers. Their common
  ///   deviation is then removed from the error estimate, for which only replications observed at all points
  ///   are used.
  /// - Throws: `StatisticsError` if the points do not determine the coefficients.
  /// - Precondition: as many lists of responses as points, none without an observation; points of equal length,
  ///   distinct; if `blocked`, lists of equal length.
  public init(
    points: [[Double]], responses: [[Double?]], blocked: Bool = false
  ) throws(StatisticsError) {
    precondition(points.count == responses.count && !points.isEmpty, "a list of responses for each point")
    let observed = responses.map { $0.compactMap(\.self) }
    precondition(observed.allSatisfy { !$0.isEmpty }, "a response at each point")
    let ranges = Self.ranges(of: points)
    let terms = Self.terms(of: points)
    let rows = points.map { point in terms.map { $0.value(Self.coded(point, ranges)) } }
    let shared = blocked ? Self.complete(responses) : observed
    let isWhole = shared.map(\.count) == observed.map(\.count)
    let sample = blocked && isWhole ? Self.withoutBlocks(observed) : observed
    let mean = Double(sample.reduce(0) { $0 + $1.count }) / Double(sample.count)
    let weights = sample.flatMap { values in values.map { _ in mean / Double(values.count) } }
    let fit = try Self.fit(rows, sample, weights)
    self.ranges = ranges
    self.terms = terms
    self.rows = rows
    inverse = try Self.fit(rows, rows.map { _ in [0] }).inverse
    coefficients = fit.coefficients
    let total = Self.squares(sample.flatMap(\.self), weights)
    explained = total > 0 ? 1 - fit.residualSquares / total : 1
    lackOfFit = try Self.lackOfFit(rows, shared, blocked: blocked)
  }

  /// Returns the fitted response at `point`, in the parameters' own units.
  public func value(at point: [Double]) -> Double {
    zip(row(at: point), coefficients).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Returns the weight of each point's mean in `value(at:)`, which is their weighted sum.
  public func weights(at point: [Double]) -> [Double] { weights(of: row(at: point)) }

  /// Returns the weight of each point's mean in the coefficient at `index`.
  public func weights(ofCoefficient index: Int) -> [Double] {
    weights(of: terms.indices.map { $0 == index ? 1 : 0 })
  }

  private func row(at point: [Double]) -> [Double] {
    let coded = Self.coded(point, ranges)
    return terms.map { $0.value(coded) }
  }

  private func weights(of combination: [Double]) -> [Double] {
    let solved = combination.indices.map { i in
      combination.indices.reduce(0) { $0 + inverse[i * combination.count + $1] * combination[$1] }
    }
    return rows.map { row in zip(row, solved).reduce(0) { $0 + $1.0 * $1.1 } }
  }
}

extension ResponseSurface {
  /// Returns the least-squares fit to the observations of each point; weights are 1 by default.
  private static func fit(
    _ rows: [[Double]], _ sample: [[Double]], _ weights: [Double]? = nil
  ) throws(StatisticsError) -> LeastSquares {
    let responses = sample.flatMap(\.self)
    return try LeastSquares(
      design: zip(rows, sample).flatMap { row, values in values.map { _ in row } }, responses: responses,
      weights: weights ?? responses.map { _ in 1 })
  }

  private static func lackOfFit(
    _ rows: [[Double]], _ sample: [[Double]], blocked: Bool
  ) throws(StatisticsError) -> LackOfFit? {
    let replications = sample[0].count
    if blocked, replications < 2 { return nil }
    let sample = blocked ? withoutBlocks(sample) : sample
    return LackOfFit(
      residualSquares: try fit(rows, sample).residualSquares, responses: sample, coefficients: rows[0].count,
      blocks: blocked ? replications - 1 : 0)
  }

  /// Returns the replications observed at every point.
  private static func complete(_ responses: [[Double?]]) -> [[Double]] {
    let columns = responses[0].indices.filter { column in responses.allSatisfy { $0[column] != nil } }
    return responses.map { row in columns.compactMap { row[$0] } }
  }

  static func coded(_ point: [Double], _ ranges: [ClosedRange<Double>]) -> [Double] {
    zip(point, ranges).map { value, range in
      let reach = range.upperBound - range.lowerBound
      return reach > 0 ? 2 * (value - range.lowerBound) / reach - 1 : 0
    }
  }

  /// Returns the ranges of `points`, by parameter.
  static func ranges(of points: [[Double]]) -> [ClosedRange<Double>] {
    points[0].indices.map { index in
      let values = points.map { $0[index] }
      return values.min()!...values.max()!
    }
  }

  /// Returns the terms whose coefficients can be determined from `points`.
  static func terms(of points: [[Double]]) -> [Term] {
    let parameters = points[0].indices
    let squared = parameters.filter { index in Set(points.map { $0[index] }).count > 2 }
    return [.constant] + parameters.map { .linear($0) } + squared.map { .square($0) }
      + parameters.flatMap { i in parameters.filter { $0 > i }.map { .product(i, $0) } }
  }

  /// Returns the responses without the common deviation of each replication.
  private static func withoutBlocks(_ responses: [[Double]]) -> [[Double]] {
    let replications = responses[0].count
    precondition(responses.allSatisfy { $0.count == replications }, "equally many replications at each point")
    let means = (0..<replications).map { k in
      responses.reduce(0) { $0 + $1[k] } / Double(responses.count)
    }
    let grand = means.reduce(0, +) / Double(replications)
    return responses.map { values in zip(values, means).map { $0 - ($1 - grand) } }
  }

  /// Returns the weighted sum of squares Σw·(y − ȳ)² about the weighted mean ȳ; 0 if the values differ by rounding
  /// error alone. Weights are 1 by default.
  static func squares(_ values: [Double], _ weights: [Double]? = nil) -> Double {
    let weights = weights ?? values.map { _ in 1 }
    let mean = zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
    let squares = zip(values, weights).reduce(0) { $0 + $1.1 * ($1.0 - mean) * ($1.0 - mean) }
    let rounded = Rounding.meanSquare(values.reduce(0) { max($0, $1.magnitude) }) * weights.reduce(0, +)
    return squares > rounded ? squares : 0
  }
}

/// The lack-of-fit F test of a surface: whether the means of the points deviate more from it than the spread of
/// replications explains.
///
/// Draper and Smith 1998, "Applied Regression Analysis", section 2.1, doi:10.1002/9781118625590.
public struct LackOfFit: Hashable, Sendable {
  /// The F statistic: (lack of fit ÷ its degrees of freedom) ÷ (pure error ÷ its degrees of freedom).
  public let f: Double
  /// The degrees of freedom of the lack of fit: points − coefficients.
  public let freedom: Int
  /// The degrees of freedom of the pure error.
  public let errorFreedom: Int
  /// The probability of an F at least as large if the surface has the right form.
  public let pValue: Double

  /// Creates the test; nil without replications, without spread among them, or with no more points than
  /// coefficients.
  init?(residualSquares: Double, responses: [[Double]], coefficients: Int, blocks: Int) {
    let pure = responses.reduce(0) { $0 + ResponseSurface.squares($1) }
    freedom = responses.count - coefficients
    errorFreedom = responses.reduce(0) { $0 + $1.count - 1 } - blocks
    guard freedom > 0, errorFreedom > 0, pure > 0 else { return nil }
    f = max(0, residualSquares - pure) / Double(freedom) / (pure / Double(errorFreedom))
    pValue = FisherF.upperTail(f, degreesOfFreedom: Double(freedom), Double(errorFreedom))
  }
}
