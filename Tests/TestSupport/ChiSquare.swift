import CGSL

/// The χ² distribution.
public enum ChiSquare {
  /// The probability of a value above `x`: the p-value of a test.
  ///
  /// - Precondition: `degreesOfFreedom` is positive.
  public static func upperTail(_ x: Double, degreesOfFreedom: Double) -> Double {
    precondition(degreesOfFreedom > 0, "degrees of freedom are positive")
    return gsl_cdf_chisq_Q(x, degreesOfFreedom)
  }

  /// The p-value of Pearson's test that `observed` counts come from a distribution that expects `expected`.
  ///
  /// - Precondition: both have the same length of at least 2, and what is expected is positive.
  public static func pValue(observed: [Int], expected: [Double]) -> Double {
    precondition(observed.count == expected.count && observed.count >= 2, "two or more classes")
    precondition(expected.allSatisfy { $0 > 0 }, "what is expected is positive")
    var sum = 0.0
    for (count, mean) in zip(observed, expected) {
      sum += (Double(count) - mean) * (Double(count) - mean) / mean
    }
    return upperTail(sum, degreesOfFreedom: Double(observed.count - 1))
  }
}
