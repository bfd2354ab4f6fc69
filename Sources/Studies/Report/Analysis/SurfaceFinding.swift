public import Metrics
public import Statistics

/// The surface of one figure over the varied parameters: a quadratic if sufficient, otherwise a Gaussian
/// process.
public struct SurfaceFinding: Sendable {
  public let figure: FigureColumn
  /// The paths of the parameters.
  public let parameters: [String]
  /// The ranges of the points, by parameter, in the fields' own units.
  public let ranges: [ClosedRange<Double>]
  /// The quadratic in the parameters' scaled coordinates; nil if the points do not determine it.
  public let quadratic: ResponseSurface?
  /// The root mean square of the quadratic's leave-one-out residuals; nil without a quadratic.
  public let quadraticError: Double?
  /// The Gaussian process in the same coordinates.
  public let kriging: StochasticKriging
  /// Whether the quadratic is not refuted, and so used as the surface.
  public let isQuadratic: Bool
  let factors: Factors
  /// The underlying runs, by point and by seed and replication.
  private let replications: SharedReplications

  /// Fits the surface of `figure` to the runs of `study`.
  ///
  /// - Throws: `ReportError.impossible` if the study's points do not determine it.
  public init(_ study: StudyTable, _ figure: FigureColumn) throws(ReportError) {
    let what = "the surface of \(figure.name)"
    var factors = try Factors(of: study, for: what)
    guard factors.indices.count <= 10 else {
      throw .impossible(what: what, reason: "takes at most 10 parameters; fix some of them with --at")
    }
    let points = study.points.filter { $0.statistics(figure).count > 0 }
    let (fields, least) = (factors.indices.count, factors.indices.count + 2)
    guard points.count >= least else {
      throw .impossible(
        what: what,
        reason:
          "needs two points more than fields that vary, of which \(fields) field\(fields == 1 ? " takes" : "s take") \(least),"
          + " and there \(points.count == 1 ? "is" : "are") \(points.count) with a value; vary less, or take more values of what"
          + " varies")
    }
    let values = points.map(factors.values(of:))
    ranges = factors.names.indices.map { index in
      let values = values.map { $0[index] }
      return (values.min() ?? 0)...(values.max() ?? 0)
    }
    let responses = points.observed([figure])[0]
    // If `seed` itself varies, no two points share a replication.
    let isShared = responses[0].indices.contains { column in
      responses.count { $0[column] != nil } > 1
    }
    self.figure = figure
    parameters = factors.names
    let replications = SharedReplications(responses)
    self.replications = replications
    func quadratic(over factors: Factors) -> ResponseSurface? {
      try? ResponseSurface(points: values.map(factors.places), responses: responses, blocked: isShared)
    }
    // A sufficient quadratic is one on the scales of the plan.
    if !(quadratic(over: factors)?.lackOfFit.map { $0.pValue >= 0.05 } ?? false) {
      factors = factors.bent(to: responses, at: values, blocked: isShared)
    }
    self.factors = factors
    let places = values.map(factors.places)
    do {
      kriging = try StochasticKriging(points: places, responses: responses, blocked: isShared)
    } catch {
      throw .impossible(what: what, reason: "\(error); vary less, or fix some with --at")
    }
    let fitted = quadratic(over: factors)
    self.quadratic = fitted
    let error = fitted.flatMap { Self.error($0, places, replications.means) }
    quadraticError = error
    if let fit = fitted?.lackOfFit {
      isQuadratic = fit.pValue >= 0.05
    } else {
      isQuadratic = (error ?? .infinity) <= kriging.error
    }
  }

  /// Returns the root mean square of the quadratic's leave-one-out residuals.
  private static func error(
    _ quadratic: ResponseSurface, _ places: [[Double]], _ means: [Double]
  ) -> Double? {
    let residuals = places.indices.compactMap { index -> Double? in
      let leverage = quadratic.weights(at: places[index])[index]
      // A point that alone determines a coefficient cannot be left out.
      return leverage < 1 - 1e-9 ? (means[index] - quadratic.value(at: places[index])) / (1 - leverage) : nil
    }
    guard residuals.count == places.count else { return nil }
    return (residuals.reduce(0) { $0 + $1 * $1 } / Double(residuals.count)).squareRoot()
  }

  /// The surface in the parameters' scaled coordinates.
  var shape: any Surface {
    if isQuadratic, let quadratic { return quadratic }
    return kriging
  }

  /// Returns the value of the surface at `point`, in the fields' own units.
  public func value(at point: [Double]) -> Double { shape.value(at: factors.places(of: point)) }

  /// Returns the interval of the surface's value at `point`; nil if there are too few runs to estimate the sampling
  /// error of a quadratic.
  ///
  /// It is valid although the points share random numbers, and whether or not all points have the same
  /// replications.
  public func interval(at point: [Double], confidence: Double = 0.95) -> ClosedRange<Double>? {
    let places = factors.places(of: point)
    guard isQuadratic, let quadratic else {
      return kriging.estimate(at: places).interval(confidence: confidence)
    }
    return replications.estimate(quadratic.weights(at: places))?.interval(confidence: confidence)
  }

  /// The uncertainty of a surface's value: a standard error with its degrees of freedom.
  struct Uncertainty {
    let standardError: Double
    let freedom: Double

    /// Returns the quantile of the error for `probability`, in standard errors.
    func quantile(_ probability: Double) -> Double {
      freedom.isFinite
        ? StudentT.quantile(probability, degreesOfFreedom: freedom) : Normal.quantile(probability)
    }

    /// Returns the probability of an error below `distance`.
    func probability(below distance: Double) -> Double {
      guard standardError > 0 else { return distance >= 0 ? 1 : 0 }
      let errors = distance / standardError
      return freedom.isFinite
        ? 1 - StudentT.upperTail(errors, degreesOfFreedom: freedom) : Normal.cumulative(errors)
    }
  }

  /// Returns the uncertainty of the value at `point`, including the quadratic's misfit; nil if unknown.
  ///
  /// A quadratic that is not refuted may still be wrong by more than sampling error: by the excess of its
  /// leave-one-out residuals over the errors of the points.
  func uncertainty(at point: [Double]) -> Uncertainty? {
    let places = factors.places(of: point)
    guard isQuadratic, let quadratic else {
      let estimate = kriging.estimate(at: places)
      return Uncertainty(standardError: estimate.standardError, freedom: estimate.freedom)
    }
    let chance = replications.estimate(quadratic.weights(at: places))
    guard chance != nil || quadraticError != nil else { return nil }
    let error = chance?.standardError ?? 0
    let residual = quadraticError ?? 0
    let noise = kriging.process.noise.reduce(0, +) / Double(max(1, kriging.process.noise.count))
    let shape = chance == nil ? residual * residual : max(0, residual * residual - noise)
    let variance = error * error + shape
    // Satterthwaite 1946, doi:10.2307/3002019, with the misfit taken as known.
    let share = variance > 0 ? error * error / variance : 1
    let freedom = chance.map { share > 0 ? min($0.freedom / (share * share), 1e6) : .infinity }
    return Uncertainty(standardError: variance.squareRoot(), freedom: freedom ?? .infinity)
  }

  /// Returns the probability that `constraint`, on this figure, holds at `point`; nil if the uncertainty is
  /// unknown.
  func probability(of constraint: Constraint, at point: [Double]) -> Double? {
    uncertainty(at: point)?.probability(below: constraint.slack(value(at: point)))
  }

  /// Returns the standard error of the quadratic's coefficient at `index`, under the same assumptions; nil if
  /// unknown.
  func standardError(ofCoefficient index: Int) -> Double? {
    quadratic.flatMap { replications.estimate($0.weights(ofCoefficient: index))?.standardError }
  }

  /// Whether leave-one-out residuals refute the surface, so that its conclusions are guesses.
  public var isGuess: Bool { !isQuadratic && !kriging.fits }
}
