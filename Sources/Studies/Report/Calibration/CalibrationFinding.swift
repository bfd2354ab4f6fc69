import Foundation
public import Metrics
import Statistics

/// A calibration with its runs: the remaining settings, unidentified combinations, and the fit of the most likely
/// point.
public struct CalibrationFinding: Sendable {
  public let study: StudyTable
  public let calibration: Calibration

  /// Creates the finding of `calibration` with the runs of `study`.
  ///
  /// - Precondition: `study` has the points of the calibration, in their order.
  public init(_ calibration: Calibration, of study: StudyTable) {
    precondition(study.points.indices.contains(calibration.best), "the points of the calibration")
    self.study = study
    self.calibration = calibration
  }

  /// Whether any setting is not implausible.
  public var isReproduced: Bool { !calibration.samples.isEmpty }

  /// The posterior deviation, as a share of the prior's, from which a field counts as undetermined.
  private static let unknown = 0.9

  /// The fields not determined by the observed figures.
  var untold: [Calibration.Field] {
    guard isReproduced else { return [] }
    let combined = Set(calibration.combinations.flatMap(\.fields))
    return calibration.fields.indices
      .filter { !combined.contains($0) && calibration.spread(of: $0) > Self.unknown }
      .map { calibration.fields[$0] }
  }

  /// Returns a combination as text: `a · b`, `a · b^(-0.5)`, `a - 2.1 · b`.
  func words(_ combination: Calibration.Combination) -> String {
    let paths = combination.fields.map { calibration.fields[$0].path }
    switch combination.kind {
    case .product:
      return zip(paths, combination.weights).map { path, power in
        power == 1 ? path : "\(path)^(\(power.formatted(.digits(2))))"
      }.joined(separator: " · ")
    case .sum:
      return zip(paths, combination.weights).enumerated().map { place, term in
        let (path, factor) = term
        let sign = factor < 0 ? (place > 0 ? " - " : "-") : place > 0 ? " + " : ""
        return sign + (abs(factor) == 1 ? "" : "\(abs(factor).formatted(.digits(2))) · ") + path
      }.joined()
    }
  }

  /// Returns the fields in `combination` as text.
  func names(_ combination: Calibration.Combination) -> String {
    let names = combination.fields.map { calibration.fields[$0].path }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  /// Returns the kind of a combination as text.
  func kind(_ combination: Calibration.Combination) -> String {
    guard combination.kind == .product else { return "weighted sum" }
    guard combination.weights.allSatisfy({ abs($0) == 1 }) else { return "product of powers" }
    return combination.weights.contains(-1) ? "ratio" : "product"
  }

  /// Returns the statistics of an observed figure over the runs of the most likely point.
  func simulated(_ observed: ObservedFigure) -> RunningStatistics {
    study.points[calibration.best].statistics(observed.figure)
  }
}
