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

/// The result of GSL's fit, whatever its status.
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
