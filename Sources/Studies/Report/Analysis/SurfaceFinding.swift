public import Metrics
public import Statistics

/// A quadratic surface of one figure over what a study varies.
public struct SurfaceFinding: Sendable {
  public let figure: FigureColumn
  /// The paths of the parameters.
  public let parameters: [String]
  public let surface: ResponseSurface
  /// The runs behind it, by point and by seed and replication.
  private let replications: SharedReplications

  /// Fits the surface of `figure` to the runs of `study`.
  ///
  /// - Throws: `ReportError.impossible` where the study's points do not determine it.
  public init(_ study: StudyTable, _ figure: FigureColumn) throws(ReportError) {
    let what = "the response surface of \(figure.name)"
    let factors = try Factors(of: study, for: what)
    guard factors.indices.count <= 10 else {
      throw .impossible(what: what, reason: "takes at most 10 parameters; fix some of them with --at")
    }
    let points = study.points.filter { $0.statistics(figure).count > 0 }
    let coordinates = points.map(factors.coordinates)
    let responses = points.observed([figure])[0]
    self.figure = figure
    parameters = factors.names
    replications = SharedReplications(responses)
    do {
      // Where `seed` itself varies no two points share a replication.
      let isShared = responses[0].indices.contains { column in
        responses.count { $0[column] != nil } > 1
      }
      surface = try ResponseSurface(points: coordinates, responses: responses, blocked: isShared)
    } catch {
      throw .impossible(
        what: what, reason: "\(error); vary less, or take more values of what varies")
    }
  }

  /// The interval of the surface's value at `point`, if its form is right; nil where too few runs say how far
  /// chance reaches, as single ones.
  ///
  /// It holds although the points share their random numbers, and whether or not all points have the same
  /// replications.
  public func interval(at point: [Double], confidence: Double = 0.95) -> ClosedRange<Double>? {
    replications.estimate(surface.weights(at: point))?.interval(confidence: confidence)
  }

  /// The standard error of the coefficient at `index`, with the same right to be believed; nil likewise.
  func standardError(ofCoefficient index: Int) -> Double? {
    replications.estimate(surface.weights(ofCoefficient: index))?.standardError
  }

  /// Whether the test of lack of fit refutes the surface: what follows from it is a guess.
  public var isGuess: Bool { surface.lackOfFit.map { $0.pValue < 0.05 } ?? false }
}

/// The best point of a surface under constraints on others.
public struct BestPoint: Sendable {
  public let constraints: [Constraint]
  /// In the order of the surface's parameters.
  public let values: [Double]
  /// The better direction.
  public let direction: Direction
  /// Whether a surface that it rests on is refuted by the points.
  public let isGuess: Bool

  /// Looks for the best point of `finding` within the range of the study.
  ///
  /// - Throws: `ReportError.impossible` where neither way is better, no point keeps the constraints, or a
  ///   figure among them has no surface over the same points.
  public init(
    _ finding: SurfaceFinding, in study: StudyTable, subjectTo constraints: [Constraint]
  ) throws(ReportError) {
    let what = "the best point of \(finding.figure.name)"
    guard let direction = finding.figure.direction else {
      throw .impossible(what: what, reason: "neither way of it is better; choose another figure")
    }
    var bounds: [ResponseSurface.Bound] = []
    var isGuess = finding.isGuess
    for constraint in constraints {
      let held = try SurfaceFinding(study, constraint.figure)
      bounds.append(.init(held.surface, constraint.limit, isUpper: constraint.isUpper))
      isGuess = isGuess || held.isGuess
    }
    guard let values = finding.surface.best(direction, in: finding.surface.ranges, subjectTo: bounds) else {
      let words = constraints.map(\.description).joined(separator: ", ")
      throw .impossible(what: what, reason: "no point within the study's range keeps \(words); loosen it")
    }
    self.constraints = constraints
    self.values = values
    self.direction = direction
    self.isGuess = isGuess
  }
}
