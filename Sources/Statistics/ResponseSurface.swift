/// A quadratic polynomial of the parameters, fitted to a response by least squares.
///
/// Parameters are coded to −1 … 1 over the range that the points span; a parameter of two values has no square. Box and
/// Wilson 1951, doi:10.1111/j.2517-6161.1951.tb00067.x.
public struct ResponseSurface: Sendable {
  /// A product of coded parameters.
  public enum Term: Hashable, Sendable {
    case constant
    case linear(Int)
    case square(Int)
    case product(Int, Int)
  }

  /// What the points span, one range per parameter, in the parameter's own unit.
  public let ranges: [ClosedRange<Double>]
  /// What the coefficients belong to.
  public let terms: [Term]
  /// One per term, in the unit of the response.
  public let coefficients: [Double]
  /// One per term; nil where no observation is left over.
  public let standardErrors: [Double]?
  /// The share of the variation that the surface explains; 1 of a response that does not vary.
  public let explained: Double
  /// Whether the quadratic form is refuted by the points; nil where the points cannot tell.
  public let lackOfFit: LackOfFit?
  /// The degrees of freedom of the residuals.
  public let freedom: Int
  private let covariance: [Double]

  /// Fits the surface to `responses`, the replications observed at each of `points`.
  ///
  /// - Parameter blocked: Whether the k-th replication of every point had the same random numbers. What it has in
  ///   common at all points is then taken out, which leaves the shape as it is and the error smaller.
  /// - Throws: `StatisticsError` where the points do not determine the coefficients.
  /// - Precondition: as many lists of responses as points, none empty; points of equal length, distinct; if `blocked`,
  ///   equally many replications at each point.
  public init(
    points: [[Double]], responses: [[Double]], blocked: Bool = false
  ) throws(StatisticsError) {
    precondition(points.count == responses.count && !points.isEmpty, "a list of responses for each point")
    precondition(responses.allSatisfy { !$0.isEmpty }, "a response at each point")
    let sample = blocked ? Self.withoutBlocks(responses) : responses
    let ranges = Self.ranges(of: points)
    let terms = Self.terms(of: points)
    self.ranges = ranges
    self.terms = terms
    let rows = points.map { point in terms.map { Self.value(of: $0, Self.coded(point, ranges)) } }
    let fit = try LeastSquares(
      design: zip(rows, sample).flatMap { row, values in values.map { _ in row } },
      responses: sample.flatMap { $0 })
    let count = sample.reduce(0) { $0 + $1.count }
    let blocks = blocked ? responses[0].count - 1 : 0
    freedom = count - terms.count - blocks
    // GSL divides by rows − columns, which does not know that the blocks were estimated.
    let scale = freedom > 0 ? Double(count - terms.count) / Double(freedom) : 0
    coefficients = fit.coefficients
    covariance = freedom > 0 ? fit.covariance.map { $0 * scale } : []
    let variances = freedom > 0 ? covariance : nil
    standardErrors = variances.map { v in terms.indices.map { v[$0 * terms.count + $0].squareRoot() } }
    let total = Self.squares(sample.flatMap { $0 })
    explained = total > 0 ? 1 - fit.residualSquares / total : 1
    lackOfFit = LackOfFit(
      residualSquares: fit.residualSquares, responses: sample, coefficients: terms.count, blocks: blocks)
  }

  /// The response that the surface says at `point`, in the parameters' own units.
  public func value(at point: [Double]) -> Double {
    let coded = Self.coded(point, ranges)
    return zip(terms, coefficients).reduce(0) { $0 + $1.1 * Self.value(of: $1.0, coded) }
  }

  /// The standard error of `value(at:)`; nil where no observation is left over.
  public func standardError(at point: [Double]) -> Double? {
    guard !covariance.isEmpty else { return nil }
    let coded = Self.coded(point, ranges)
    let row = terms.map { Self.value(of: $0, coded) }
    var variance = 0.0
    for i in row.indices {
      for j in row.indices { variance += row[i] * row[j] * covariance[i * row.count + j] }
    }
    return max(0, variance).squareRoot()
  }
}

extension ResponseSurface {
  static func coded(_ point: [Double], _ ranges: [ClosedRange<Double>]) -> [Double] {
    zip(point, ranges).map { value, range in
      let reach = range.upperBound - range.lowerBound
      return reach > 0 ? 2 * (value - range.lowerBound) / reach - 1 : 0
    }
  }

  private static func value(of term: Term, _ coded: [Double]) -> Double {
    switch term {
    case .constant: 1
    case .linear(let i): coded[i]
    case .square(let i): coded[i] * coded[i]
    case .product(let i, let j): coded[i] * coded[j]
    }
  }

  private static func ranges(of points: [[Double]]) -> [ClosedRange<Double>] {
    points[0].indices.map { index in
      let values = points.map { $0[index] }
      return values.min()!...values.max()!
    }
  }

  private static func terms(of points: [[Double]]) -> [Term] {
    let parameters = points[0].indices
    let squared = parameters.filter { index in Set(points.map { $0[index] }).count > 2 }
    return [.constant] + parameters.map { .linear($0) } + squared.map { .square($0) }
      + parameters.flatMap { i in parameters.filter { $0 > i }.map { .product(i, $0) } }
  }

  /// The responses less what each replication has in common at all points.
  private static func withoutBlocks(_ responses: [[Double]]) -> [[Double]] {
    let replications = responses[0].count
    precondition(responses.allSatisfy { $0.count == replications }, "equally many replications at each point")
    let means = (0..<replications).map { k in
      responses.reduce(0) { $0 + $1[k] } / Double(responses.count)
    }
    let grand = means.reduce(0, +) / Double(replications)
    return responses.map { values in zip(values, means).map { $0 - ($1 - grand) } }
  }

  /// Σ(y − ȳ)².
  static func squares(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }
}
