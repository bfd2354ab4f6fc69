public import JSON5
import Metrics
import Statistics

extension StudyResults {
  /// Every point with its figures for programs, of the study called `name` in `folder`.
  public func json(name: String, seed: UInt64, folder: String) -> JSON {
    .object([
      .init("study", .text(name)), .init("results", .text(folder)), .init("seed", .integer(Int128(seed))),
      .init("fields", .list(fields.map { .text($0) })),
      .init("runs", .integer(Int128(points.reduce(0) { $0 + $1.runs }))),
      .init("missing", .integer(Int128(missing))), .init("confidence", .number(0.95)),
      .init("points", .list(points.enumerated().map { json($0 + 1, $1) })),
    ])
  }

  private func json(_ number: Int, _ point: Point) -> JSON {
    let figures = zip(self.figures.columns, point.statistics).compactMap {
      column, statistics -> JSON.Member? in
      guard statistics.count > 0 else { return nil }
      return .init(column.name, Self.json(statistics))
    }
    return .object([
      .init("point", .integer(Int128(number))),
      .init("at", .object(zip(fields, point.values).map { .init($0, .text($1)) })),
      .init("runs", .integer(Int128(point.runs))), .init("figures", .object(figures)),
    ])
  }

  private static func json(_ statistics: RunningStatistics) -> JSON {
    let interval = statistics.interval(confidence: 0.95)
    func number(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }
    return .object([
      .init("runs", .integer(Int128(statistics.count))), .init("mean", number(statistics.mean)),
      .init("lower", number(interval?.lowerBound)), .init("upper", number(interval?.upperBound)),
      .init("sd", number(statistics.standardDeviation)),
    ])
  }
}
