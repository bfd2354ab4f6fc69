import Foundation
public import JSON5
public import Metrics
import Statistics
public import Tables

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

  /// Whether any setting is non-implausible.
  public var isReproduced: Bool { !calibration.samples.isEmpty }

  /// The ratio of posterior to prior standard deviation from which a field counts as undetermined.
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

extension CalibrationFinding {
  /// Writes calibration.csv into the study's folder, one row per setting drawn.
  ///
  /// - Throws: `TableError.unwritable`.
  public func writeTable(to path: String) throws(TableError) {
    let rows = calibration.samples.enumerated().lazy.map { index, sample in
      StudySample(
        sample: index + 1, values: sample.values.map { $0.formatted(.plain) }, logDensity: sample.logDensity,
        expected: sample.expected)
    }
    try StudyTables.calibration(
      fields: calibration.fields.map(\.path), figures: calibration.observed.map(\.figure.name)
    ).write(rows, to: path)
  }

  /// The findings as in calibrate.json: the study's folder is a relative path, so that it can be moved.
  public var file: JSON { json.inItsFolder }

  /// The findings as JSON; inapplicable values are `null`.
  public var json: JSON {
    let point = study.points[calibration.best]
    return [
      "study": .text(study.folder), "reproduced": .boolean(isReproduced),
      "runs": .integer(study.runCount), "limit": .number(calibration.limit),
      "waves": .list(
        calibration.waves.map {
          ["points": .integer($0.points), "share": .number($0.share)]
        }),
      "fields": .list(calibration.fields.indices.map(field)),
      "not_told_apart": .list(calibration.combinations.map(json)),
      "not_told": .list(untold.map { .text($0.path) }),
      "best": [
        "point": .integer(calibration.best + 1),
        "at": .object(zip(study.parameters, point.values).map { .init($0, .text($1)) }),
        "run_id": .text(point.runs.first?.id),
      ],
      "figures": .list(calibration.observed.indices.map(figure)),
    ]
  }

  private func field(_ index: Int) -> JSON {
    let field = calibration.fields[index]
    let region = calibration.region(of: index)
    return [
      "field": .text(field.path), "from": .number(field.range.lowerBound),
      "to": .number(field.range.upperBound),
      "median": .number(calibration.quantile(0.5, of: index)),
      "lower": .number(region?.lowerBound),
      "upper": .number(region?.upperBound),
    ]
  }

  private func json(_ combination: Calibration.Combination) -> JSON {
    [
      "fields": .list(combination.fields.map { .text(calibration.fields[$0].path) }),
      "kind": .text(kind(combination)),
      "weights": .list(combination.weights.map { .number($0) }),
      "lower": .number(combination.region.lowerBound),
      "upper": .number(combination.region.upperBound),
    ]
  }

  private func figure(_ index: Int) -> JSON {
    let observed = calibration.observed[index]
    return .object(
      [
        .init("figure", .text(observed.figure.name)),
        .init("observed", .number(observed.observation.value)),
        .init("deviation", .number(calibration.spreads[index])),
      ] + simulated(observed).members + [.init("off_by", .number(calibration.deviations[index]))])
  }
}

extension JSON {
  /// The same findings with `.` as the study's folder.
  var inItsFolder: JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.key == "study" ? Member($0.key, .text(".")) : $0 })
  }
}
