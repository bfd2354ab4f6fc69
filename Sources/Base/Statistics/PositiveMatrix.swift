import CGSL
import Quantities

/// A symmetric positive definite matrix, stored as its Cholesky factor, computed by GSL.
struct PositiveMatrix: Sendable {
  let order: Int
  /// The lower triangle L of L · Lᵀ, row by row.
  private var factor: [Double]

  /// Factors the matrix of `elements`, row by row; nil if it is not positive definite to working precision.
  ///
  /// - Complexity: O(n³).
  init?(_ elements: [Double], order: Int) {
    precondition(elements.count == order * order && order > 0, "a square of elements")
    GSL.prepare()
    self.order = order
    factor = elements
    let status = Self.with(&factor, order) { gsl_linalg_cholesky_decomp1(&$0) }
    guard status == 0, factor.allSatisfy(\.isFinite) else { return nil }
  }

  /// The natural logarithm of the determinant.
  var logDeterminant: Double {
    2 * (0..<order).reduce(0) { $0 + Rounded.log(factor[$1 * order + $1]) }
  }

  /// The inverse, row by row.
  ///
  /// - Complexity: O(n³).
  var inverse: [Double] {
    var copy = factor
    _ = Self.with(&copy, order) { gsl_linalg_cholesky_invert(&$0) }
    return copy
  }

  /// Returns the solution x of this matrix · x = `right`, more accurately than with the inverse.
  ///
  /// - Complexity: O(n²).
  func solution(_ right: [Double]) -> [Double] {
    var x = right
    factor.withUnsafeBufferPointer { factor in
      for i in 0..<order {
        var sum = x[i]
        for k in 0..<i { sum -= factor[i * order + k] * x[k] }
        x[i] = sum / factor[i * order + i]
      }
      for i in (0..<order).reversed() {
        x[i] /= factor[i * order + i]
        for k in 0..<i { x[k] -= factor[i * order + k] * x[i] }
      }
    }
    return x
  }

  private static func with(
    _ elements: inout [Double], _ order: Int, _ body: (inout gsl_matrix) -> Int32
  ) -> Int32 {
    elements.withUnsafeMutableBufferPointer { elements in
      var view = gsl_matrix_view_array(elements.baseAddress!, order, order)
      return body(&view.matrix)
    }
  }
}
