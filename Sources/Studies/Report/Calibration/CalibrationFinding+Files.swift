import Foundation
public import JSON5
import Metrics
import Statistics
public import Tables

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

  /// The findings as in calibrate.json, with the file's folder as a relative path, so that it may be moved.
  public var file: JSON { json.inItsFolder }

  /// The findings as JSON; `null` if not applicable.
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
