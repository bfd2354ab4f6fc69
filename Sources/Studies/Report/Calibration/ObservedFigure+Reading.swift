public import Metrics
import Statistics
import Tables

extension ObservedFigure {
  /// Reads the figures of recorded days from the table at `path`: `figure`, `value`, and optionally
  /// `standard_error` and `days`; or from the `summary.csv` of a run, or of a study of one point.
  ///
  /// A summary has every figure of the run; by default, only the headline figures of its market are used.
  ///
  /// - Parameters:
  ///   - list: the figures of runs.
  ///   - names: the figures to use; empty: all figures of a table, or the headline figures of a summary.
  /// - Throws: `ReportError.damagedTable` with every unreadable row, and `ReportError.unknownFigure`.
  public static func table(
    contentsOf path: String, among list: FigureList, named names: [String] = []
  ) throws(ReportError) -> [ObservedFigure] {
    let table: Rows
    do throws(TableError) { table = try rows(path) } catch {
      throw .damagedTable(faults: error.description)
    }
    guard !table.rows.isEmpty else { throw .noRuns(file: path) }
    var wanted: [FigureColumn] = []
    for name in names { wanted.append(try FigureColumn(reading: name, among: list)) }
    if names.isEmpty, table.isSummary { wanted = list.headline }
    var figures: [ObservedFigure] = []
    for row in table.rows {
      // A summary may contain figures of features absent from the scenario.
      let found =
        table.isSummary ? list.named(row.name) : try FigureColumn(reading: row.name, among: list)
      guard let known = found else { continue }
      guard wanted.isEmpty || wanted.contains(known) else { continue }
      guard !figures.contains(where: { $0.figure == known }) else {
        throw .damaged(
          file: path,
          reason:
            "\(row.name) appears twice; keep one row per figure\(table.isSummary ? ", that is, a single point" : "")"
        )
      }
      figures.append(ObservedFigure(known, row.observation))
    }
    if let missing = wanted.first(where: { figure in !figures.contains { $0.figure == figure } }),
      !names.isEmpty
    {
      throw .damaged(file: path, reason: "has no row of \(missing.name)")
    }
    guard !figures.isEmpty else { throw .noRuns(file: path) }
    return figures
  }

  /// The rows of a table.
  private struct Rows {
    let isSummary: Bool
    var rows: [(name: String, observation: HistoryMatch.Observation)] = []
  }

  /// The possible names of the figure column, in order of preference.
  private static let nameColumns = ["figure", "metric", "kpi"]

  private static func rows(_ path: String) throws(TableError) -> Rows {
    var reader = try CSVReader(contentsOf: path, as: .observed)
    let names = reader.columnNames
    let figure = reader.column(nameColumns.first { names.contains($0) } ?? nameColumns[0])
    let statistic = reader.optionalColumn("statistic")
    // A study has means over `n` runs.
    let isOfStudy = !names.contains("value") && names.contains("mean")
    let value = reader.column(isOfStudy ? "mean" : "value")
    let error = reader.optionalColumn("standard_error")
    let days = reader.optionalColumn(isOfStudy ? "n" : "days")
    var table = Rows(isSummary: statistic.isPresent)
    if !table.isSummary { try reader.checkColumns() }
    while reader.next() {
      // A figure that applies in no run of a study has no mean.
      if table.isSummary, reader.isEmpty(value) { continue }
      let standardError = reader.figure(error) ?? 0
      if standardError < 0 { reader.recordValue(error, expected: .other("a standard error of 0 or more")) }
      let observation = HistoryMatch.Observation(
        reader.figure(value), standardError: standardError,
        days: Double(reader.int64(days, in: 1...1_000_000) ?? 1))
      let part = reader.string(statistic).flatMap { $0 == "value" ? nil : "." + $0 } ?? ""
      table.rows.append((reader.string(figure) + part, observation))
    }
    try reader.finish()
    return table
  }
}
