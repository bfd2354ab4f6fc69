import Metrics
import Quantities
import Tables

/// The figures of the halves of a run in a study: one table for each run whose scenario has comparable halves.
enum HalvesFile {
  private static let table = Table<Entry>(
    "halves", "A row per figure of a run, with its value in each half of the run.", key: ["figure"],
    columns: [
      .seconds("from_s", "The start of the first half.") { $0.span.lowerBound },
      .seconds("middle_s", "The start of the second half.") { Halves.middle(of: $0.span) },
      .seconds("to_s", "The end of the second half.") { $0.span.upperBound },
      .text("figure", "The figure, as in runs.csv.") { $0.row.figure },
      .ratio("first", "The value for the requests submitted in the first half.") { $0.row.first },
      .ratio("second", "The value for the requests submitted in the second half.") { $0.row.second },
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
