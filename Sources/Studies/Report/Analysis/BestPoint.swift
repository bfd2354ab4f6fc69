public import Metrics
public import Statistics

/// The best point of a surface under constraints on others.
public struct BestPoint: Sendable {
  public let constraints: [Constraint]
  /// The values in the order of the surface's parameters.
  public let values: [Double]
  /// The better direction.
  public let direction: Direction
  /// True if a surface that it rests on is refuted by the points.
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
    var bounds: [SurfaceBound] = []
    var isGuess = finding.isGuess
    for constraint in constraints {
      let held = try SurfaceFinding(study, constraint.figure)
      let surface = Rescaled(surface: held, factors: finding.factors)
      bounds.append(.init(surface, constraint.limit, isUpper: constraint.isUpper))
      isGuess = isGuess || held.isGuess
    }
    let shape = finding.shape
    guard let places = shape.best(direction, in: shape.ranges, subjectTo: bounds) else {
      let words = constraints.map(\.description).joined(separator: ", ")
      throw .impossible(what: what, reason: "no point within the study's range keeps \(words); loosen it")
    }
    self.constraints = constraints
    values = zip(finding.factors.values(at: places), finding.ranges).map { value, range in
      // An end of a range that went through logarithms and back is that end.
      [range.lowerBound, range.upperBound].first { abs($0 - value) <= 1e-12 * abs($0) } ?? value
    }
    self.direction = direction
    self.isGuess = isGuess
  }
}

/// A surface over the places of another one's parameters, whose scales may be others.
private struct Rescaled: Surface {
  let surface: SurfaceFinding
  let factors: Factors

  var ranges: [ClosedRange<Double>] {
    zip(surface.ranges, factors.scales).map { $1.place($0.lowerBound)...$1.place($0.upperBound) }
  }

  func value(at point: [Double]) -> Double { surface.value(at: factors.values(at: point)) }
}
