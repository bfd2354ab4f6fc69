import CKernels

/// The matrices of a Gaussian process at given points, for conditioning it and for the likelihood of its kernel.
///
/// With the covariances K of the means, errors included, and the trend terms F at the points: K⁻¹, K⁻¹F, (FᵀK⁻¹F)⁻¹
/// and P = K⁻¹ − K⁻¹F (FᵀK⁻¹F)⁻¹ FᵀK⁻¹, which removes the trend.
struct KrigingSystem: Sendable {
  let terms: [ResponseSurface.Term]
  let noise: [Double]
  private let kernel: GaussianProcess.Kernel
  private let groups: [Int]
  /// The reciprocal of each coordinate's length.
  private let scales: [Double]
  /// The coordinates, point by point.
  private let coordinates: [Double]
  /// The same, coordinate by coordinate.
  private let columns: [Double]
  private let count: Int
  /// P, row by row.
  private let projector: [Double]
  /// F, a row per point.
  private let trends: [Double]
  /// K⁻¹F, a row per point.
  private let solvedTrend: [Double]
  /// The factors of K and of FᵀK⁻¹F.
  private let factored: PositiveMatrix
  private let gramFactored: PositiveMatrix
  /// Half of ln |K| + ln |FᵀK⁻¹F|.
  private let halfDeterminants: Double

  /// Creates the matrices; nil if a covariance matrix is not positive definite, or there are fewer points than trend
  /// terms.
  ///
  /// - Complexity: O(n³) for n points.
  init?(_ data: GaussianProcess.Data, _ trend: GaussianProcess.Trend, _ kernel: GaussianProcess.Kernel) {
    let (n, d) = (data.points.count, data.groups.count)
    let terms = trend.terms(data.points)
    self.terms = terms
    self.kernel = kernel
    groups = data.groups
    count = n
    let coordinates = data.points.flatMap(\.self)
    self.coordinates = coordinates
    columns = (0..<d).flatMap { k in data.points.map { $0[k] } }
    noise = GaussianProcess.noise(data, kernel)
    let scales = data.groups.map { 1 / kernel.lengths[$0] }
    self.scales = scales
    var covariances = [Double](repeating: 0, count: n * n)
    for i in 0..<n {
      covariances[i * n + i] = kernel.variance + noise[i]
      let point = coordinates[(i * d)..<(i * d + d)]
      let squares = (0..<i).map { Self.squaredDistance(point, coordinates[($0 * d)..<($0 * d + d)], scales) }
      for (j, correlation) in kernel.smoothness.correlations(squares).enumerated() {
        covariances[i * n + j] = kernel.variance * correlation
        covariances[j * n + i] = covariances[i * n + j]
      }
    }
    let p = terms.count
    guard n >= p, let factored = PositiveMatrix(covariances, order: n) else { return nil }
    let inverse = factored.inverse
    let trends = data.points.flatMap { point in terms.map { $0.value(point) } }
    var solved = [Double](repeating: 0, count: n * p)
    for k in 0..<p {
      for (i, value) in factored.solution((0..<n).map { trends[$0 * p + k] }).enumerated() {
        solved[i * p + k] = value
      }
    }
    var normal = [Double](repeating: 0, count: p * p)
    for i in 0..<n {
      for k in 0..<p { for l in 0..<p { normal[k * p + l] += trends[i * p + k] * solved[i * p + l] } }
    }
    guard let gramFactored = PositiveMatrix(normal, order: p) else { return nil }
    let gram = gramFactored.inverse
    self.factored = factored
    self.gramFactored = gramFactored
    self.trends = trends
    solvedTrend = solved
    halfDeterminants = (factored.logDeterminant + gramFactored.logDeterminant) / 2
    var projector = inverse
    for i in 0..<n {
      var left = [Double](repeating: 0, count: p)
      for k in 0..<p { for l in 0..<p { left[l] += solved[i * p + k] * gram[k * p + l] } }
      for j in 0..<n { for l in 0..<p { projector[i * n + j] -= left[l] * solved[j * p + l] } }
    }
    self.projector = projector
  }

  func projectorRow(_ index: Int) -> [Double] { Array(projector[index * count..<(index + 1) * count]) }

  /// Returns P · `values`.
  func projected(_ values: [Double]) -> [Double] {
    (0..<count).map { i in
      var sum = 0.0
      for j in 0..<count { sum += projector[i * count + j] * values[j] }
      return sum
    }
  }

  /// Returns the trend coefficients for `means`.
  func coefficients(_ means: [Double]) -> [Double] {
    let p = terms.count
    var right = [Double](repeating: 0, count: p)
    for i in 0..<count { for k in 0..<p { right[k] += solvedTrend[i * p + k] * means[i] } }
    return gramFactored.solution(right)
  }

  /// Returns the covariances of the process at `point` with the process at the given points.
  func covariances(_ point: [Double]) -> [Double] {
    let d = groups.count
    let squares = (0..<count).map {
      Self.squaredDistance(coordinates[($0 * d)..<($0 * d + d)], point[...], scales)
    }
    return kernel.smoothness.correlations(squares).map { kernel.variance * $0 }
  }

  /// Returns `sum` plus the weighted sum of the covariances between `point` and the given points.
  ///
  /// A search for the best point calls this for tens of thousands of points, so nothing is allocated.
  func adding(covariancesAt point: [Double], weightedBy weights: [Double], to sum: Double) -> Double {
    sum + kernel.variance
      * detour_matern_sum(columns, weights, count, point, scales, groups.count, kernel.smoothness.code)
  }

  /// Returns the squared distance between two points, in length scales; `scales` has the reciprocals of the lengths.
  private static func squaredDistance(
    _ a: ArraySlice<Double>, _ b: ArraySlice<Double>, _ scales: [Double]
  ) -> Double {
    var sum = 0.0
    for k in scales.indices {
      let difference = (a[a.startIndex + k] - b[b.startIndex + k]) * scales[k]
      sum += difference * difference
    }
    return sum
  }

  /// Returns the weight of each mean in the prediction at `point`, and the variance of the process there given the
  /// means.
  ///
  /// Where the process is smooth and the errors are small, both are small differences of large numbers. They are
  /// therefore computed by solving with the factor of K rather than by multiplying with its inverse.
  func prediction(at point: [Double]) -> (weights: [Double], variance: Double) {
    let covariances = covariances(point)
    let direct = factored.solution(covariances)
    let p = terms.count
    var rest = terms.map { $0.value(point) }
    for i in 0..<count { for k in 0..<p { rest[k] -= trends[i * p + k] * direct[i] } }
    let lean = gramFactored.solution(rest)
    let weights = direct.enumerated().map { i, weight in
      (0..<p).reduce(weight) { $0 + solvedTrend[i * p + $1] * lean[$1] }
    }
    let drawn = zip(covariances, direct).reduce(0) { $0 + $1.0 * $1.1 }
    return (weights, kernel.variance - drawn + zip(rest, lean).reduce(0) { $0 + $1.0 * $1.1 })
  }

  /// Returns K⁻¹ times the residuals of `means` from the trend with `coefficients`.
  func solved(_ means: [Double], _ coefficients: [Double]) -> [Double] {
    let p = terms.count
    return factored.solution(
      means.enumerated().map { i, mean in
        (0..<p).reduce(mean) { $0 - trends[i * p + $1] * coefficients[$1] }
      })
  }

  /// Returns the negative restricted log-likelihood of `means` up to a constant, and its gradient with respect to ln
  /// variance, ln of each length, and ln nugget.
  ///
  /// - Complexity: O(n² · d).
  func unlikelihood(_ means: [Double]) -> Minimiser.Value {
    let residuals = projected(means)
    let value = halfDeterminants + zip(means, residuals).reduce(0) { $0 + $1.0 * $1.1 } / 2
    let d = groups.count
    var slopes = [Double](repeating: 0, count: 2 + kernel.lengths.count)
    for i in 0..<count {
      let own = projector[i * count + i] - residuals[i] * residuals[i]
      slopes[0] += own * kernel.variance / 2
      slopes[slopes.count - 1] += own * kernel.nugget / 2
      // The squared distances to the points before, along each coordinate and in all.
      var parts = [Double](repeating: 0, count: i * d)
      var squares = [Double](repeating: 0, count: i)
      for j in 0..<i {
        for k in 0..<d {
          let difference = (coordinates[i * d + k] - coordinates[j * d + k]) * scales[k]
          parts[j * d + k] = difference * difference
          squares[j] += parts[j * d + k]
        }
      }
      var derivatives = squares
      let correlations = kernel.smoothness.correlations(squares, derivatives: &derivatives)
      for j in 0..<i {
        let weight = (projector[i * count + j] - residuals[i] * residuals[j]) * kernel.variance
        slopes[0] += weight * correlations[j]
        for k in 0..<d { slopes[1 + groups[k]] += weight * derivatives[j] * parts[j * d + k] }
      }
    }
    return (value, slopes)
  }
}

extension GaussianProcess.Smoothness {
  fileprivate var code: detour_smoothness {
    switch self {
    case .threeHalves: detour_matern_three_halves
    case .fiveHalves: detour_matern_five_halves
    }
  }

  /// Returns the Matérn correlations at squared distances, in length scales.
  func correlations(_ squares: [Double]) -> [Double] {
    var values = squares
    detour_matern(squares, squares.count, code, &values, nil)
    return values
  }

  /// Returns the Matérn correlations at squared distances, in length scales, and stores their derivatives with respect to ln length,
  /// per unit of the squared distance along that length, in `derivatives`, which has as many elements as `squares`.
  func correlations(_ squares: [Double], derivatives: inout [Double]) -> [Double] {
    precondition(derivatives.count == squares.count)
    var values = squares
    detour_matern(squares, squares.count, code, &values, &derivatives)
    return values
  }
}

extension GaussianProcess.Trend {
  fileprivate func terms(_ points: [[Double]]) -> [ResponseSurface.Term] {
    self == .constant ? [.constant] : ResponseSurface.terms(of: points)
  }
}
