/// The mean of a response over replications, corrected by control variates with known means.
///
/// A run with more demand than expected has fewer matches: the mean is corrected for demand that was high by
/// chance. The response is regressed on the controls' deviations from their means; the mean is the intercept, with
/// one degree of freedom fewer for each control. Lavenberg and Welch 1981, doi:10.1287/mnsc.27.3.322; the interval
/// is exact if response and controls are jointly normal.
public struct ControlledMean: Hashable, Sendable {
  public let mean: Double
  public let standardError: Double
  /// The degrees of freedom: replications − controls − 1.
  public let freedom: Int
  /// The change of the response per unit of each control.
  public let coefficients: [Double]
  /// The ratio of the variance of the controlled mean to the variance of the plain mean; below 1 if the controls help.
  public let varianceRatio: Double

  /// Takes the `responses` of replications, with the deviations of their controls from the known means; nil if
  /// there are too few replications, nothing varies, or the controls are linearly dependent.
  ///
  /// - Precondition: as many lists of controls as responses, of equal length.
  public init?(_ responses: [Double], controls: [[Double]]) {
    precondition(responses.count == controls.count, "controls for each response")
    let (count, width) = (responses.count, controls.first?.count ?? 0)
    guard count >= Self.leastCount(controls: width) else { return nil }
    // Scaled by their spread, so that one rank threshold suits all.
    let scales = (0..<width).map { index in
      (controls.reduce(0) { $0 + $1[index] * $1[index] } / Double(count)).squareRoot()
    }
    guard scales.allSatisfy({ $0 > 0 }) else { return nil }
    let design = controls.map { row in [1] + zip(row, scales).map { $0 / $1 } }
    let squares = ResponseSurface.squares(responses)
    guard squares > 0,
      let fit = try? LeastSquares(
        design: design, responses: responses, weights: responses.map { _ in 1 })
    else { return nil }
    freedom = count - width - 1
    mean = fit.coefficients[0]
    coefficients = zip(fit.coefficients.dropFirst(), scales).map { $0 / $1 }
    let variance = fit.residualSquares / Double(freedom) * fit.inverse[0]
    standardError = variance.squareRoot()
    varianceRatio = variance / (squares / Double(count - 1) / Double(count))
  }

  /// Returns the minimum number of replications: two more than necessary, because an interval with one degree of
  /// freedom has twelve times the width of its standard error.
  public static func leastCount(controls: Int) -> Int { controls + 4 }

  /// Returns the t-interval of the mean.
  ///
  /// - Precondition: `confidence` lies strictly between 0 and 1.
  public func interval(confidence: Double = 0.95) -> ClosedRange<Double> {
    let reach = standardError * StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: Double(freedom))
    return mean - reach...mean + reach
  }
}
