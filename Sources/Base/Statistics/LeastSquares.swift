import CGSL

/// A linear model fitted by least squares through GSL's multi-parameter fitting (singular value decomposition).
struct LeastSquares {
  let coefficients: [Double]
  /// (XᵀWX)⁻¹, row by row.
  let inverse: [Double]
  /// The weighted sum of the squared residuals.
  let residualSquares: Double

  /// Fits `responses` to the rows of `design`, with `weights`.
  ///
  /// - Throws: `StatisticsError.argument` if the rows do not determine every coefficient.
  init(design: [[Double]], responses: [Double], weights: [Double]) throws(StatisticsError) {
    GSL.prepare()
    let rows = design.count
    let columns = design.first?.count ?? 0
    let undetermined = StatisticsError.argument(
      function: "the response surface",
      expected: "enough points, sufficiently spread, to determine its \(columns) coefficients")
    guard columns > 0, rows >= columns else { throw undetermined }
    let fit = Fit(design.flatMap { $0 }, responses, weights, columns: columns)
    guard fit.status == 0 else { throw StatisticsError(status: fit.status, function: "the response surface") }
    guard fit.rank == columns else { throw undetermined }
    coefficients = fit.solution
    inverse = fit.covariance
    residualSquares = fit.squares
  }
}

/// The result of GSL's fit, regardless of its status.
private struct Fit {
  var solution: [Double]
  var covariance: [Double]
  var squares = 0.0
  var status: Int32 = 0
  /// The numerical rank of the design.
  var rank = 0

  init(_ matrix: [Double], _ responses: [Double], _ weights: [Double], columns: Int) {
    solution = [Double](repeating: 0, count: columns)
    covariance = [Double](repeating: 0, count: columns * columns)
    let rows = responses.count
    let workspace = gsl_multifit_linear_alloc(rows, columns)
    defer { gsl_multifit_linear_free(workspace) }
    var (matrix, responses, weights) = (matrix, responses, weights)
    matrix.withUnsafeMutableBufferPointer { matrix in
      responses.withUnsafeMutableBufferPointer { responses in
        weights.withUnsafeMutableBufferPointer { weights in
          solution.withUnsafeMutableBufferPointer { solution in
            covariance.withUnsafeMutableBufferPointer { covariance in
              var x = gsl_matrix_view_array(matrix.baseAddress!, rows, columns)
              var y = gsl_vector_view_array(responses.baseAddress!, rows)
              var c = gsl_vector_view_array(solution.baseAddress!, columns)
              var v = gsl_matrix_view_array(covariance.baseAddress!, columns, columns)
              var w = gsl_vector_view_array(weights.baseAddress!, rows)
              status = gsl_multifit_wlinear(
                &x.matrix, &w.vector, &y.vector, &c.vector, &v.matrix, &squares, workspace)
              rank = gsl_multifit_linear_rank(1e-9, workspace)
            }
          }
        }
      }
    }
  }
}

/// A weighted sum of coordinates that samples determine much better than the coordinates themselves.
///
/// An eigenvector of the samples' correlation matrix with a small eigenvalue.
public struct Ridge: Hashable, Sendable {
  /// The indices of its coordinates, ascending; two or more.
  public let coordinates: [Int]
  /// The weight of each coordinate in its own unit, scaled so that the largest magnitude is 1.
  public let weights: [Double]

  /// The maximum variance of a ridge's weighted sum, with coordinates scaled to variance 1.
  private static let known = 0.1
  /// The maximum standard deviation of a coordinate that is well determined on its own, as a fraction of the prior
  /// standard deviation.
  private static let spread = 0.2
  /// The minimum magnitude of a component of a unit eigenvector; smaller ones are dropped.
  private static let part = 0.25

  /// Returns the ridges of `samples`, with coordinates uniform over `ranges` in the prior.
  ///
  /// - Precondition: there are samples, each with one coordinate per range.
  public static func ridges(of samples: [[Double]], within ranges: [ClosedRange<Double>]) -> [Ridge] {
    let summaries = ranges.indices.map { index in Summary(samples.map { $0[index] }) }
    let open = ranges.indices.filter { index in
      let before = (ranges[index].upperBound - ranges[index].lowerBound) / 12.0.squareRoot()
      return (summaries[index].standardDeviation ?? 0) > spread * before
    }
    guard open.count > 1 else { return [] }
    let units = open.map { summaries[$0].standardDeviation ?? 1 }
    let standardised = samples.map { sample in
      zip(open, units).map { (sample[$0] - (summaries[$0].mean ?? 0)) / $1 }
    }
    let count = Double(samples.count - 1)
    let correlations = open.indices.flatMap { a in
      open.indices.map { b in standardised.reduce(0) { $0 + $1[a] * $1[b] } / count }
    }
    return eigenvectors(correlations, order: open.count).compactMap { value, vector in
      let parts = vector.indices.filter { vector[$0].magnitude >= part }
      guard value < known, parts.count > 1 else { return nil }
      let weights = parts.map { vector[$0] / units[$0] }
      guard let most = weights.max(by: { $0.magnitude < $1.magnitude }) else { return nil }
      return Ridge(coordinates: parts.map { open[$0] }, weights: weights.map { $0 / most })
    }
  }

  /// Returns the eigenvalues of a symmetric matrix, ascending, with unit eigenvectors, by GSL.
  private static func eigenvectors(
    _ elements: [Double], order: Int
  ) -> [(value: Double, vector: [Double])] {
    GSL.prepare()
    let workspace = gsl_eigen_symmv_alloc(order)
    defer { gsl_eigen_symmv_free(workspace) }
    var (elements, values) = (elements, [Double](repeating: 0, count: order))
    var vectors = [Double](repeating: 0, count: order * order)
    elements.withUnsafeMutableBufferPointer { elements in
      values.withUnsafeMutableBufferPointer { values in
        vectors.withUnsafeMutableBufferPointer { vectors in
          var matrix = gsl_matrix_view_array(elements.baseAddress!, order, order)
          var found = gsl_vector_view_array(values.baseAddress!, order)
          var columns = gsl_matrix_view_array(vectors.baseAddress!, order, order)
          gsl_eigen_symmv(&matrix.matrix, &found.vector, &columns.matrix, workspace)
          gsl_eigen_symmv_sort(&found.vector, &columns.matrix, GSL_EIGEN_SORT_VAL_ASC)
        }
      }
    }
    return (0..<order).map { column in
      (values[column], (0..<order).map { vectors[$0 * order + column] })
    }
  }
}
