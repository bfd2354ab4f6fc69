import Foundation
public import Metrics
import Quantities
public import Statistics

/// The best point of a surface under constraints on other figures, which must hold with high probability.
///
/// Where a surface touches its bound, the constraint holds with a probability of one half. The bounds are therefore
/// tightened until every constraint holds with the required probability, according to the surface of its figure and its
/// standard error, and is also satisfied at the nearest simulated point: between two grid points, one of which violates
/// the bound, leave-one-out residuals say little about the surface.
public struct BestPoint: Sendable {
  public let constraints: [Constraint]
  /// The values, in the order of the surface's parameters.
  public let values: [Double]
  /// The better direction.
  public let direction: Direction
  /// Whether the simulated points contradict one of the surfaces used, so that the result is a guess.
  public let isGuess: Bool
  /// The probability that each constraint holds at the point; nil if there are too few runs for the standard
  /// error of its surface.
  public let probabilities: [Double?]
  /// The minimum probability required for each constraint.
  public let confidence: Double

  /// The maximum number of times that bounds are tightened.
  private static let attempts = 24

  /// Finds the best point of `finding` within the ranges of the study at which each constraint holds with a
  /// probability of at least `confidence`.
  ///
  /// - Throws: `ReportError.impossible` if the figure has no better direction, no point satisfies the constraints
  ///   with that probability, or one of their figures has no surface over the same points.
  /// - Precondition: `confidence` lies strictly between 0 and 1.
  public init(
    _ finding: SurfaceFinding, in study: StudyTable, subjectTo constraints: [Constraint],
    confidence: Double = 0.95
  ) throws(ReportError) {
    let what = "the best point of \(finding.figure.name)"
    guard let direction = finding.figure.direction else {
      throw .impossible(what: what, reason: "neither higher nor lower is better; choose another figure")
    }
    var isGuess = finding.isGuess
    var surfaces: [SurfaceFinding] = []
    for constraint in constraints {
      let held = try SurfaceFinding(study, constraint.figure)
      surfaces.append(held)
      isGuess = isGuess || held.isGuess
    }
    let search = Search(finding, surfaces, constraints, direction, study)
    guard let touching = search.best(margins: constraints.map { _ in 0 }) else {
      let words = constraints.map(\.description).joined(separator: ", ")
      throw .impossible(what: what, reason: "no point within the study's range respects \(words); relax it")
    }
    guard let found = search.sure(from: touching, confidence, attempts: Self.attempts) else {
      throw .impossible(what: what, reason: search.doubt(at: touching, confidence))
    }
    self.constraints = constraints
    values = found
    probabilities = search.probabilities(at: found)
    self.confidence = confidence
    self.direction = direction
    self.isGuess = isGuess
  }
}

/// The search for the best point with tightened bounds.
private struct Search {
  let finding: SurfaceFinding
  let surfaces: [SurfaceFinding]
  let constraints: [Constraint]
  let direction: Direction
  let study: StudyTable
  /// The simulated points with values of all figures, and their coordinates on the scales of the surface.
  let simulated: [(point: StudyTable.Point, places: [Double])]

  init(
    _ finding: SurfaceFinding, _ surfaces: [SurfaceFinding], _ constraints: [Constraint],
    _ direction: Direction, _ study: StudyTable
  ) {
    self.finding = finding
    self.surfaces = surfaces
    self.constraints = constraints
    self.direction = direction
    self.study = study
    let figures = constraints.map(\.figure)
    simulated = study.points.filter { point in figures.allSatisfy { point.statistics($0).count > 0 } }
      .map { ($0, finding.factors.places(of: finding.factors.values(of: $0))) }
  }

  /// Returns the best point, in the fields' own units, with limits tightened by `margins`; nil if there is none.
  func best(margins: [Double]) -> [Double]? {
    let bounds = constraints.indices.map { index in
      let constraint = constraints[index]
      return SurfaceBound(
        Rescaled(surface: surfaces[index], factors: finding.factors),
        constraint.limit + (constraint.isUpper ? -1 : 1) * margins[index], isUpper: constraint.isUpper)
    }
    let shape = finding.shape
    return shape.best(direction, in: shape.ranges, subjectTo: bounds).map { places in
      zip(finding.factors.values(at: places), finding.ranges).map { value, range in
        // Restores the exact end of a range after conversion to logarithms and back.
        [range.lowerBound, range.upperBound].first { abs($0 - value) <= 1e-12 * abs($0) } ?? value
      }
    }
  }

  /// Returns the best point at which all constraints hold with a probability of `confidence`, confirmed by the
  /// nearest simulated points; nil if there is none.
  func sure(from touching: [Double], _ confidence: Double, attempts: Int) -> [Double]? {
    var (point, margins) = (touching, constraints.map { _ in 0.0 })
    for _ in 0..<attempts {
      let isLikely = constraints.indices.map { probability($0, at: point) ?? 1 >= confidence }
      let passed = constraints.indices.map { self.passed($0, near: point) }
      guard isLikely.contains(false) || passed.contains(where: { $0 > 0 }) else { return point }
      for index in constraints.indices {
        if !isLikely[index] {
          let needed = needed(index, at: point, confidence) * (1 + 1e-6)
          margins[index] = needed > margins[index] ? needed : 1.25 * margins[index]
        }
        // Tightens towards the simulated points within the bound, in growing steps.
        if passed[index] > 0 { margins[index] = max(1.25 * margins[index], passed[index] / 10) }
      }
      guard let next = best(margins: margins) else { return nil }
      point = next
    }
    return nil
  }

  func probabilities(at point: [Double]) -> [Double?] {
    constraints.indices.map { probability($0, at: point) }
  }

  /// Returns the probability that a constraint holds at `point`; nil if its surface has no standard error.
  private func probability(_ index: Int, at point: [Double]) -> Double? {
    surfaces[index].probability(of: constraints[index], at: point)
  }

  /// Returns the slack that a constraint needs at `point` to hold with a probability of `confidence`.
  private func needed(_ index: Int, at point: [Double], _ confidence: Double) -> Double {
    guard let estimate = surfaces[index].uncertainty(at: point) else { return 0 }
    return estimate.standardError * estimate.quantile(confidence)
  }

  /// Returns the simulated points nearest to `point`, with distances measured as fractions of the parameter ranges.
  private func nearest(to point: [Double]) -> [StudyTable.Point] {
    let places = finding.factors.places(of: point)
    let spans = finding.shape.ranges.map { max($0.upperBound - $0.lowerBound, .leastNormalMagnitude) }
    let distances = simulated.map { point in
      zip(zip(point.places, places), spans).reduce(0) { sum, pair in
        let share = (pair.0.0 - pair.0.1) / pair.1
        return sum + share * share
      }
    }
    guard let least = distances.min() else { return [] }
    return simulated.indices.filter { distances[$0] <= least * (1 + 1e-9) }.map { simulated[$0].point }
  }

  /// Returns the largest amount by which the mean at a nearest simulated point violates a bound; 0 or less if none
  /// does.
  private func passed(_ index: Int, near point: [Double]) -> Double {
    let slacks = nearest(to: point).compactMap {
      $0.statistics(constraints[index].figure).mean.map(constraints[index].slack)
    }
    return -(slacks.min() ?? 0)
  }

  /// Returns the reason no point is recommended, although the surfaces satisfy the bounds at `point`.
  func doubt(at point: [Double], _ confidence: Double) -> String {
    let bounds = constraints.map(\.description).joined(separator: ", ")
    let parts = constraints.indices.map { index -> String in
      let chance =
        probability(index, at: point).map { "holds with a probability of \(Words.percent($0)) there" }
        ?? "is not known well enough there"
      let points = nearest(to: point).filter {
        $0.statistics(constraints[index].figure).mean.map { constraints[index].slack($0) < 0 } ?? false
      }
      let broken = points.first.map {
        ", and the nearest simulated point (\(Words.setting(study.parameters, $0.values))) breaks it"
      }
      return "\(constraints[index]) \(chance)\(broken ?? "")"
    }
    let place = Words.setting(finding.parameters, point.map { $0.formatted(.plain) })
    return
      "no point respects \(bounds) with a probability of \(Words.percent(confidence)) or more; the surfaces touch the bounds at"
      + " \(place), where \(parts.joined(separator: "; ")): simulate points near it, or relax the bound"
  }
}

/// A surface evaluated at coordinates on the scales of another surface.
private struct Rescaled: Surface {
  let surface: SurfaceFinding
  let factors: Factors

  var ranges: [ClosedRange<Double>] {
    zip(surface.ranges, factors.scales).map { $1.place($0.lowerBound)...$1.place($0.upperBound) }
  }

  func value(at point: [Double]) -> Double { surface.value(at: factors.values(at: point)) }
}
