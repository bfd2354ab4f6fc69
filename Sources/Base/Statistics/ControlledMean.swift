/// The mean of a response over replications, freed of what controls explain of it whose own means are known.
///
/// A run with more demand than expected has fewer matches: so much as demand was drawn too high by chance, the mean is put right. The
/// response is regressed on how far the controls lie off their means; the mean is the intercept, and has as many degrees of
/// freedom fewer as there are controls. Lavenberg and Welch 1981, doi:10.1287/mnsc.27.3.322; the interval holds exactly where
/// response and controls are jointly normal.
public struct ControlledMean: Hashable, Sendable {
  public let mean: Double
  public let standardError: Double
  /// Replications less controls less one.
  public let freedom: Int
  /// The change of the response with each control, per unit of that.
  public let coefficients: [Double]
  /// The square of the standard error over that of the plain mean: below 1 where the controls help.
  public let varianceRatio: Double

  /// Takes the `responses` of replications, and for each of them how far every control lies off its known mean; nil where the
  /// replications are too few, nothing varies, or the controls depend on each other.
  ///
  /// - Precondition: as many lists of controls as responses, of equal length.
  public init?(_ responses: [Double], controls: [[Double]]) {
    precondition(responses.count == controls.count, "controls for each response")
    let (count, width) = (responses.count, controls.first?.count ?? 0)
    guard count >= Self.leastCount(controls: width) else { return nil }
    // In units of their spread, so that one threshold of rank suits all.
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

  /// The least number of replications: two more than there must be, for an interval with one degree of freedom is twelve times its
  /// standard error.
  public static func leastCount(controls: Int) -> Int { controls + 4 }

  /// The t-interval that holds the mean with the given confidence.
  ///
  /// - Precondition: `confidence` lies strictly between 0 and 1.
  public func interval(confidence: Double = 0.95) -> ClosedRange<Double> {
    let reach = standardError * StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: Double(freedom))
    return mean - reach...mean + reach
  }
}
