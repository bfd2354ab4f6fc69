public import Metrics
import Quantities
public import Statistics

/// The surface of one figure over the varied parameters: a quadratic if adequate, otherwise a Gaussian process.
public struct SurfaceFinding: Sendable {
  public let figure: FigureColumn
  /// The paths of the parameters.
  public let parameters: [String]
  /// The ranges of the points, by parameter, in the fields' own units.
  public let ranges: [ClosedRange<Double>]
  /// The quadratic in the parameters' scaled coordinates; nil if the points do not determine it.
  public let quadratic: ResponseSurface?
  /// The root mean square of the quadratic's leave-one-out residuals; nil if there is no quadratic.
  public let quadraticError: Double?
  /// The mean square of these residuals beyond what the errors of the means explain.
  public let shapeVariance: Double
  /// The Gaussian process in the same coordinates.
  public let kriging: StochasticKriging
  /// Whether the surface is the quadratic, because its residuals do not refute it.
  public let isQuadratic: Bool
  let factors: Factors
  /// The parameter values of the points, in the fields' own units.
  public let values: [[Double]]
  /// The figure in the underlying runs, one row per point and one column per seed and replication; nil if missing.
  public let responses: [[Double?]]
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
          "requires at least \(least) points with a value for \(Words.plural(fields, "varied field")), but there"
          + " \(points.count == 1 ? "is" : "are") \(points.count); vary fewer fields, or more values of them")
    }
    let values = points.map(factors.values(of:))
    self.values = values
    ranges = factors.names.indices.map { index in
      let values = values.map { $0[index] }
      return (values.min() ?? 0)...(values.max() ?? 0)
    }
    let responses = points.observed([figure])[0]
    self.responses = responses
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
    let digest = KeptSurfaces.digest(values, responses, factors.isLogarithmic, blocked: isShared)
    let kept = study.keptSurfaces?.parameters(digest).flatMap {
      $0.isLogarithmic.count == factors.names.count ? $0 : nil
    }
    if let kept {
      factors = factors.scaled(kept.isLogarithmic)
    } else if !(quadratic(over: factors)?.lackOfFit.map { $0.pValue >= 0.05 } ?? false) {
      // A sufficient quadratic is one on the scales of the plan.
      factors = factors.bent(to: responses, at: values, blocked: isShared)
    }
    self.factors = factors
    let places = values.map(factors.places)
    let kriging: StochasticKriging
    do {
      if let kept {
        kriging = try StochasticKriging(
          points: places, responses: responses, blocked: isShared, trend: kept.trend, kernel: kept.kernel)
      } else {
        kriging = try StochasticKriging(points: places, responses: responses, blocked: isShared)
      }
    } catch {
      throw .impossible(what: what, reason: "\(error); vary less, or fix some with --at")
    }
    if kept == nil {
      let process = kriging.process
      study.keptSurfaces?.keep(
        .init(isLogarithmic: factors.isLogarithmic, trend: process.trend, kernel: process.kernel), digest)
    }
    self.kriging = kriging
    let fitted = quadratic(over: factors)
    self.quadratic = fitted
    let residuals = fitted.flatMap { Self.residuals($0, places, replications.means, kriging.process.noise) }
    let error = residuals?.meanSquare.squareRoot()
    quadraticError = error
    shapeVariance = residuals.map { max(0, $0.meanSquare - $0.expected) } ?? 0
    if let fit = fitted?.lackOfFit {
      isQuadratic = fit.pValue >= 0.05
    } else {
      isQuadratic = (error ?? .infinity) <= kriging.error
    }
  }

  /// Returns the mean square of the quadratic's leave-one-out residuals, and the part of it explained by `noise`, the
  /// variance of each mean; nil if a single point determines a coefficient, and so cannot be left out.
  private static func residuals(
    _ quadratic: ResponseSurface, _ places: [[Double]], _ means: [Double], _ noise: [Double]
  ) -> (meanSquare: Double, expected: Double)? {
    var (squares, expected) = (0.0, 0.0)
    for index in places.indices {
      let weights = quadratic.weights(at: places[index])
      let own = 1 - weights[index]
      guard own > 1e-9 else { return nil }
      let residual = (means[index] - quadratic.value(at: places[index])) / own
      squares += residual * residual
      for (other, variance) in noise.enumerated() {
        let weight = other == index ? 1 : weights[other] / own
        expected += weight * weight * variance
      }
    }
    let count = Double(places.count)
    return (squares / count, expected / count)
  }

  /// Whether each parameter enters the surface as its logarithm.
  public var isLogarithmic: [Bool] { factors.isLogarithmic }

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
  /// It is valid even if the points share random numbers, and whether or not all points have the same replications.
  public func interval(at point: [Double], confidence: Double = 0.95) -> ClosedRange<Double>? {
    guard let uncertainty = uncertainty(at: point), uncertainty.hasChance else { return nil }
    let reach = uncertainty.standardError * uncertainty.quantile((1 + confidence) / 2)
    let value = value(at: point)
    return value - reach...value + reach
  }

  /// The uncertainty of a surface's value: a standard error with its degrees of freedom.
  struct Uncertainty {
    let standardError: Double
    let freedom: Double
    /// Whether the replications determine the sampling error; always true for a Gaussian process, which estimates it
    /// differently.
    var hasChance = true

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
  /// A quadratic that is not refuted may still be wrong by more than the sampling error. This misfit is the excess of
  /// its leave-one-out residuals over the errors of the points.
  func uncertainty(at point: [Double]) -> Uncertainty? {
    let places = factors.places(of: point)
    guard isQuadratic, let quadratic else {
      let estimate = kriging.estimate(at: places)
      return Uncertainty(standardError: estimate.standardError, freedom: estimate.freedom)
    }
    let chance = replications.estimate(quadratic.weights(at: places))
    guard chance != nil || quadraticError != nil else { return nil }
    let error = chance?.standardError ?? 0
    let shape = chance == nil ? (quadraticError ?? 0) * (quadraticError ?? 0) : shapeVariance
    let variance = error * error + shape
    // Satterthwaite 1946, doi:10.2307/3002019, with the misfit taken as known.
    let share = variance > 0 ? error * error / variance : 1
    let freedom = chance.map { share > 0 ? min($0.freedom / (share * share), 1e6) : .infinity }
    return Uncertainty(
      standardError: variance.squareRoot(), freedom: freedom ?? .infinity, hasChance: chance != nil)
  }

  /// Returns the probability that `constraint`, on this figure, holds at `point`; nil if the uncertainty is
  /// unknown.
  func probability(of constraint: Constraint, at point: [Double]) -> Double? {
    uncertainty(at: point)?.probability(below: constraint.slack(value(at: point)))
  }

  /// Returns the standard error of the quadratic's coefficient at `index`; nil if unknown.
  func standardError(ofCoefficient index: Int) -> Double? {
    quadratic.flatMap { replications.estimate($0.weights(ofCoefficient: index))?.standardError }
  }

  /// Whether leave-one-out residuals refute the surface, so that conclusions drawn from it are guesses.
  public var isGuess: Bool { !isQuadratic && !(kriging.fits && kriging.explained > 0) }
}

/// The predicted figures at a point that was not simulated, from their surfaces.
public struct SurfacePrediction: Sendable {
  /// The values, in the order of `parameters`.
  public let values: [Double]
  public let parameters: [String]
  /// The parameters with values outside the range of the points, and these ranges.
  public let beyond: [(parameter: String, value: Double, range: ClosedRange<Double>)]
  /// The surfaces of the figures.
  public let surfaces: [SurfaceFinding]

  /// Predicts the values of `surfaces` at `point`, keyed by parameter path.
  ///
  /// - Throws: `ReportError.impossible` if a field on a logarithmic scale is not positive.
  /// - Precondition: at least one surface, all over the same parameters, with a value in `point` for each.
  init(at point: [String: Double], on surfaces: [SurfaceFinding]) throws(ReportError) {
    let parameters = surfaces[0].parameters
    let values = parameters.map { point[$0] ?? .nan }
    precondition(values.allSatisfy(\.isFinite), "a value for each parameter")
    if let index = values.indices.first(where: { index in
      values[index] <= 0 && surfaces.contains { $0.factors.scales[index] == .logarithmic }
    }) {
      throw .impossible(
        what: "the prediction",
        reason: "\(parameters[index]) is on a logarithmic scale here; give it a value above 0")
    }
    self.parameters = parameters
    self.values = values
    self.surfaces = surfaces
    beyond = zip(zip(parameters, values), surfaces[0].ranges).compactMap { named, range in
      range.contains(named.1) ? nil : (named.0, named.1, range)
    }
  }
}
