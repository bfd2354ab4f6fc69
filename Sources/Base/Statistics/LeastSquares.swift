import CGSL

/// A linear model fitted by least squares through GSL's multi-parameter fitting (singular value decomposition).
struct LeastSquares {
  let coefficients: [Double]
  /// (XᵀWX)⁻¹, row by row.
  let inverse: [Double]
  /// The weighted sum of the squared residuals.
  let residualSquares: Double

  /// Fits `responses` to the rows of `design`, each counting by its weight.
  ///
  /// - Throws: `StatisticsError.argument` where the rows do not determine every coefficient.
  init(design: [[Double]], responses: [Double], weights: [Double]) throws(StatisticsError) {
    GSL.prepare()
    let rows = design.count
    let columns = design.first?.count ?? 0
    let undetermined = StatisticsError.argument(
      function: "the response surface",
      expected: "points enough, and spread enough, to determine its \(columns) coefficients")
    guard columns > 0, rows >= columns else { throw undetermined }
    var matrix = design.flatMap { $0 }
    var response = responses
    var weight = weights
    var solution = [Double](repeating: 0, count: columns)
    var covariance = [Double](repeating: 0, count: columns * columns)
    var squares = 0.0
    var rank = 0
    var status: Int32 = 0
    let workspace = gsl_multifit_linear_alloc(rows, columns)
    defer { gsl_multifit_linear_free(workspace) }
    matrix.withUnsafeMutableBufferPointer { matrix in
      response.withUnsafeMutableBufferPointer { response in
        weight.withUnsafeMutableBufferPointer { weight in
          solution.withUnsafeMutableBufferPointer { solution in
            covariance.withUnsafeMutableBufferPointer { covariance in
              var x = gsl_matrix_view_array(matrix.baseAddress!, rows, columns)
              var y = gsl_vector_view_array(response.baseAddress!, rows)
              var c = gsl_vector_view_array(solution.baseAddress!, columns)
              var v = gsl_matrix_view_array(covariance.baseAddress!, columns, columns)
              var w = gsl_vector_view_array(weight.baseAddress!, rows)
              status = gsl_multifit_wlinear(
                &x.matrix, &w.vector, &y.vector, &c.vector, &v.matrix, &squares, workspace)
              rank = gsl_multifit_linear_rank(1e-9, workspace)
            }
          }
        }
      }
    }
    guard status == 0 else { throw StatisticsError(status: status, function: "the response surface") }
    guard rank == columns else { throw undetermined }
    coefficients = solution
    inverse = covariance
    residualSquares = squares
  }
}
