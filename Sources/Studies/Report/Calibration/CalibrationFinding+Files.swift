import Foundation
public import JSON5
import Metrics
import Statistics
public import Tables

extension CalibrationFinding {
  /// Writes calibration.csv into the study's folder, a row per setting drawn.
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

  /// The findings for programs; what does not apply is `null`.
  public var json: JSON {
    let point = study.points[calibration.best]
    return .object([
      .init("study", .text(study.folder)), .init("reproduced", .boolean(isReproduced)),
      .init("runs", .integer(Int128(study.runCount))), .init("limit", .number(calibration.limit)),
      .init(
        "waves",
        .list(
          calibration.waves.map {
            .object([.init("points", .integer(Int128($0.points))), .init("share", .number($0.share))])
          })),
      .init("fields", .list(calibration.fields.indices.map(field))),
      .init("not_told_apart", .list(calibration.combinations.map(json))),
      .init("not_told", .list(untold.map { .text($0.path) })),
      .init(
        "best",
        .object([
          .init("point", .integer(Int128(calibration.best + 1))),
          .init("at", .object(zip(study.parameters, point.values).map { .init($0, .text($1)) })),
          .init("run_id", point.runs.first.map { .text($0.id) } ?? .null),
        ])),
      .init("figures", .list(calibration.observed.indices.map(figure))),
    ])
  }

  private func field(_ index: Int) -> JSON {
    let field = calibration.fields[index]
    let region = calibration.region(of: index)
    return .object([
      .init("field", .text(field.path)), .init("from", .number(field.range.lowerBound)),
      .init("to", .number(field.range.upperBound)),
      .init("median", calibration.quantile(0.5, of: index).map { .number($0) } ?? .null),
      .init("lower", region.map { .number($0.lowerBound) } ?? .null),
      .init("upper", region.map { .number($0.upperBound) } ?? .null),
    ])
  }

  private func json(_ combination: Calibration.Combination) -> JSON {
    .object([
      .init("fields", .list(combination.fields.map { .text(calibration.fields[$0].path) })),
      .init("kind", .text(kind(combination))),
      .init("weights", .list(combination.weights.map { .number($0) })),
      .init("lower", .number(combination.region.lowerBound)),
      .init("upper", .number(combination.region.upperBound)),
    ])
  }

  private func figure(_ index: Int) -> JSON {
    let observed = calibration.observed[index]
    let statistics = simulated(observed)
    let interval = statistics.interval()
    return .object([
      .init("figure", .text(observed.figure.name)), .init("observed", .number(observed.observation.value)),
      .init("deviation", .number(calibration.spreads[index])),
      .init("mean", statistics.mean.map { .number($0) } ?? .null),
      .init("lower", interval.map { .number($0.lowerBound) } ?? .null),
      .init("upper", interval.map { .number($0.upperBound) } ?? .null),
      .init("off_by", .number(calibration.deviations[index])),
    ])
  }
}
