public import Metrics
public import Statistics

/// The surface of one figure over what a study varies: a quadratic where that suffices, else a Gaussian process.
public struct SurfaceFinding: Sendable {
  public let figure: FigureColumn
  /// The paths of the parameters.
  public let parameters: [String]
  /// The span of the points, one range per parameter, in the fields' own units.
  public let ranges: [ClosedRange<Double>]
  /// The quadratic, over the places of the parameters on their scales; nil where the points do not determine it.
  public let quadratic: ResponseSurface?
  /// The root of the mean square of the quadratic's residuals, each point left out in turn; nil without one.
  public let quadraticError: Double?
  /// The Gaussian process, over the same.
  public let kriging: StochasticKriging
  /// True if nothing speaks against the quadratic, which then stands for the surface.
  public let isQuadratic: Bool
  let factors: Factors
  /// The runs behind it, by point and by seed and replication.
  private let replications: SharedReplications

  /// Fits the surface of `figure` to the runs of `study`.
  ///
  /// - Throws: `ReportError.impossible` where the study's points do not determine it.
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
    // Where `seed` itself varies no two points share a replication.
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
    // Where a quadratic suffices, it does so on the scales of the plan.
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

  /// The root of the mean square of what the quadratic through all other points says amiss at each.
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

  /// The surface over the places of the parameters on their scales.
  var shape: any Surface {
    if isQuadratic, let quadratic { return quadratic }
    return kriging
  }

  /// The value of the surface at `point`, in the fields' own units.
  public func value(at point: [Double]) -> Double { shape.value(at: factors.places(of: point)) }

  /// The interval of the surface's value at `point`; nil where too few runs say how far chance reaches in a quadratic, as
  /// single ones.
  ///
  /// It holds although the points share their random numbers, and whether or not all points have the same
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

    /// The number of standard errors below which a share `probability` of errors lies.
    func quantile(_ probability: Double) -> Double {
      freedom.isFinite
        ? StudentT.quantile(probability, degreesOfFreedom: freedom) : Normal.quantile(probability)
    }

    /// The probability of an error below `distance`.
    func probability(below distance: Double) -> Double {
      guard standardError > 0 else { return distance >= 0 ? 1 : 0 }
      let errors = distance / standardError
      return freedom.isFinite
        ? 1 - StudentT.upperTail(errors, degreesOfFreedom: freedom) : Normal.cumulative(errors)
    }
  }

  /// The uncertainty of the value at `point`, that of the quadratic's shape included; nil where nothing tells it.
  ///
  /// A quadratic that nothing speaks against may still be off by more than chance: as much as its residuals, one point left out at a
  /// time, exceed the errors of the points.
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
    // Satterthwaite 1946, doi:10.2307/3002019, the shape being taken as known.
    let share = variance > 0 ? error * error / variance : 1
    let freedom = chance.map { share > 0 ? min($0.freedom / (share * share), 1e6) : .infinity }
    return Uncertainty(standardError: variance.squareRoot(), freedom: freedom ?? .infinity)
  }

  /// The probability that `constraint`, on this figure, holds at `point`; nil where nothing tells how certain the surface is.
  func probability(of constraint: Constraint, at point: [Double]) -> Double? {
    uncertainty(at: point)?.probability(below: constraint.slack(value(at: point)))
  }

  /// The standard error of the quadratic's coefficient at `index`, with the same right to be believed; nil likewise.
  func standardError(ofCoefficient index: Int) -> Double? {
    quadratic.flatMap { replications.estimate($0.weights(ofCoefficient: index))?.standardError }
  }

  /// True if the residuals of points left out refute the surface: what follows from it is a guess.
  public var isGuess: Bool { !isQuadratic && !kriging.fits }
}
