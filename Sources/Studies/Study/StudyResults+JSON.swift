public import JSON5
import Metrics
import Statistics

extension StudyResults {
  /// Every point with its figures for programs, of the study called `name` in `folder`.
  ///
  /// - Parameter findings: sentences about the runs as a whole, behind the notices of the input.
  public func json(name: String, seed: UInt64, folder: String, findings: [String] = []) -> JSON {
    [
      "study": .text(name), "results": .text(folder), "seed": .integer(seed),
      "fields": .list(fields.map { .text($0) }),
      "runs": .integer(points.reduce(0) { $0 + $1.runs }),
      "missing": .integer(missing), "confidence": .number(0.95),
      "points": .list(points.enumerated().map { json($0 + 1, $1) }),
      "warnings": .list((notices + findings).map { .text($0) }),
    ]
  }

  private func json(_ number: Int, _ point: Point) -> JSON {
    let figures = zip(self.figures.columns, point.statistics).compactMap {
      column, statistics -> JSON.Member? in
      guard statistics.count > 0 else { return nil }
      let more = [JSON.Member("sd", .number(statistics.standardDeviation))]
      return .init(
        column.name, .object([.init("runs", .integer(statistics.count))] + statistics.members + more))
    }
    return [
      "point": .integer(number),
      "at": .object(zip(fields, point.values).map { .init($0, .text($1)) }),
      "runs": .integer(point.runs), "figures": .object(figures),
    ]
  }
}
