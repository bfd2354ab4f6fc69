import Metrics
import Quantities
import Tables

/// The figures of the halves of a run in a study: one table for each run whose scenario has comparable halves.
enum HalvesFile {
  private static let table = Table<Entry>(
    "halves", "A row per figure of a run: its value in either half.", key: ["figure"],
    columns: [
      .seconds("from_s", "When the first half begins.") { $0.span.lowerBound },
      .seconds("middle_s", "When the second half begins.") { Halves.middle(of: $0.span) },
      .seconds("to_s", "When the second half ends.") { $0.span.upperBound },
      .text("figure", "The figure, as in runs.csv.") { $0.row.figure },
      .ratio("first", "Its value over the requests submitted in the first half.") { $0.row.first },
      .ratio("second", "Its value over those submitted in the second half.") { $0.row.second },
    ])

  private struct Entry {
    var span: Range<Milliseconds>
    var row: Halves.Row
  }

  /// Returns the table of `halves`.
  static func text(of halves: Halves) -> String {
    table.text(of: halves.rows.map { Entry(span: halves.span, row: $0) })
  }
}
