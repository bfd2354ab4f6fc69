public import Metrics
import Statistics
import Tables

extension ObservedFigure {
  /// Reads the figures of recorded days from the table at `path`: `figure`, `value`, and where they are known
  /// `standard_error` and `days`.
  ///
  /// - Parameter list: the figures that runs have.
  /// - Throws: `ReportError.damagedTable` with every row that cannot be read, and `ReportError.unknownFigure`.
  public static func table(
    contentsOf path: String, among list: FigureList
  ) throws(ReportError) -> [ObservedFigure] {
    let rows: [(name: String, observation: HistoryMatch.Observation)]
    do throws(TableError) { rows = try Self.rows(path) } catch {
      throw .damagedTable(faults: error.description)
    }
    guard !rows.isEmpty else { throw .noRuns(file: path) }
    var figures: [ObservedFigure] = []
    for row in rows {
      let figure = try FigureColumn(reading: row.name, among: list)
      guard !figures.contains(where: { $0.figure == figure }) else {
        throw .damaged(file: path, reason: "\(row.name) is there twice; keep one row for each figure")
      }
      figures.append(ObservedFigure(figure, row.observation))
    }
    return figures
  }

  private static func rows(
    _ path: String
  ) throws(TableError) -> [(name: String, observation: HistoryMatch.Observation)] {
    var reader = try CSVReader(contentsOf: path)
    let (figure, value) = (reader.column("figure"), reader.column("value"))
    let error = reader.optionalColumn("standard_error")
    let days = reader.optionalColumn("days")
    try reader.checkColumns()
    var rows: [(name: String, observation: HistoryMatch.Observation)] = []
    while reader.next() {
      let standardError = reader.figure(error) ?? 0
      if standardError < 0 { reader.recordValue(error, expected: .other("a standard error of 0 or more")) }
      let observation = HistoryMatch.Observation(
        reader.figure(value), standardError: standardError,
        days: Double(reader.int64(days, in: 1...1_000_000) ?? 1))
      rows.append((reader.string(figure), observation))
    }
    try reader.finish()
    return rows
  }
}
