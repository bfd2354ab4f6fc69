/// The lack-of-fit F test of a surface: whether the means of the points lie farther from it than the spread of
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
