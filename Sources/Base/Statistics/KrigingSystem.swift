import Quantities

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
    coordinates = data.points.flatMap(\.self)
    noise = GaussianProcess.noise(data, kernel)
    let scales = data.groups.map { 1 / kernel.lengths[$0] }
    self.scales = scales
    var covariances = [Double](repeating: 0, count: n * n)
    for i in 0..<n {
      covariances[i * n + i] = kernel.variance + noise[i]
      for j in 0..<i {
        var square = 0.0
        for k in 0..<d {
          let difference = (coordinates[i * d + k] - coordinates[j * d + k]) * scales[k]
          square += difference * difference
        }
        covariances[i * n + j] = kernel.variance * Matern(square, kernel.smoothness).value
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
    var covariances = [Double](repeating: 0, count: count)
    forEachCovariance(at: point) { covariances[$0] = $1 }
    return covariances
  }

  /// Returns `sum` plus the weighted sum of the covariances between `point` and the given points.
  func adding(covariancesAt point: [Double], weightedBy weights: [Double], to sum: Double) -> Double {
    var sum = sum
    weights.withUnsafeBufferPointer { weights in forEachCovariance(at: point) { sum += weights[$0] * $1 } }
    return sum
  }

  /// Calls `body` with the index of each given point and its covariance with `point`.
  ///
  /// A search for the best point evaluates a hundred thousand points, so nothing is allocated.
  @inline(__always)
  private func forEachCovariance(at point: [Double], _ body: (Int, Double) -> Void) {
    let d = groups.count
    let (variance, smoothness) = (kernel.variance, kernel.smoothness)
    scales.withUnsafeBufferPointer { scales in
      coordinates.withUnsafeBufferPointer { coordinates in
        point.withUnsafeBufferPointer { point in
          for i in 0..<count {
            var square = 0.0
            for k in 0..<d {
              let difference = (coordinates[i * d + k] - point[k]) * scales[k]
              square += difference * difference
            }
            body(i, variance * Matern(square, smoothness).value)
          }
        }
      }
    }
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
    var squares = [Double](repeating: 0, count: d)
    for i in 0..<count {
      let own = projector[i * count + i] - residuals[i] * residuals[i]
      slopes[0] += own * kernel.variance / 2
      slopes[slopes.count - 1] += own * kernel.nugget / 2
      for j in 0..<i {
        var square = 0.0
        for k in 0..<d {
          let difference = (coordinates[i * d + k] - coordinates[j * d + k]) * scales[k]
          squares[k] = difference * difference
          square += squares[k]
        }
        let weight = (projector[i * count + j] - residuals[i] * residuals[j]) * kernel.variance
        let matern = Matern(square, kernel.smoothness)
        slopes[0] += weight * matern.value
        for k in 0..<d { slopes[1 + groups[k]] += weight * matern.slope * squares[k] }
      }
    }
    return (value, slopes)
  }
}

/// The Matérn correlation at a distance.
private struct Matern {
  let value: Double
  /// Its derivative with respect to ln length, per unit of the squared distance along that length.
  let slope: Double

  /// Creates the correlation at the squared distance `square`, in length scales.
  init(_ square: Double, _ smoothness: GaussianProcess.Smoothness) {
    switch smoothness {
    case .threeHalves:
      let s = (3 * square).squareRoot()
      let decay = Rounded.exp(-s)
      value = (1 + s) * decay
      slope = 3 * decay
    case .fiveHalves:
      let s = (5 * square).squareRoot()
      let decay = Rounded.exp(-s)
      value = (1 + s + s * s / 3) * decay
      slope = 5.0 / 3 * (1 + s) * decay
    }
  }
}

extension GaussianProcess.Trend {
  fileprivate func terms(_ points: [[Double]]) -> [ResponseSurface.Term] {
    self == .constant ? [.constant] : ResponseSurface.terms(of: points)
  }
}
