import CGSL

/// A weighted sum of coordinates that samples determine much better than the coordinates themselves.
///
/// An eigenvector of the samples' correlation matrix with a small eigenvalue.
public struct Ridge: Hashable, Sendable {
  /// The indices of its coordinates, ascending; two or more.
  public let coordinates: [Int]
  /// The weight of each coordinate in its own unit, scaled so that the largest magnitude is 1.
  public let weights: [Double]

  /// The maximum variance of the sum, with coordinates scaled to variance 1.
  private static let known = 0.1
  /// The maximum spread of a coordinate known by itself, as a share of the range's standard deviation.
  private static let spread = 0.2
  /// The minimum component in the unit vector; smaller ones are dropped.
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
