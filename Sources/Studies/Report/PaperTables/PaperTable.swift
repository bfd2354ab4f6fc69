import Foundation
import JSON5
import Metrics
import Quantities
import Quoting
import Statistics
import Tables

/// A table of results for a paper, in LaTeX, Markdown or CSV.
public struct PaperTable: Sendable {
  /// The form in which a table is written.
  public enum Format: String, CaseIterable, Sendable {
    /// A LaTeX `table` environment with the rules of the package booktabs.
    case latex
    /// GitHub-flavoured Markdown.
    case markdown
    /// CSV with one column per number, unrounded and in the units of the result tables.
    case csv
  }

  /// A column of the table, with the names of the corresponding CSV columns.
  struct Column {
    /// The heading: the name and the unit.
    let head: String
    let names: [String]
    /// Whether the column contains text, which is left-aligned.
    var isText = false
  }

  /// A cell: the text displayed, and the values in the CSV columns.
  struct Cell {
    let shown: String
    let values: [String]

    /// Returns a cell with a word, or with a value as written in a scenario.
    static func text(_ text: String) -> Cell { Cell(shown: text, values: [text]) }

    /// Returns a cell with `mean ± half`, where half is the half-width of the 95 % interval.
    static func measured(_ statistics: RunningStatistics, _ figure: FigureColumn) -> Cell {
      let half = statistics.interval().map { ($0.upperBound - $0.lowerBound) / 2 }
      return Cell(
        shown: statistics.mean.map { figure.measured($0, half: half) } ?? "–",
        values: [PaperTable.plain(statistics.mean), PaperTable.plain(half)])
    }
  }

  /// The content of the table, as a sentence without a full stop.
  public let caption: String
  let columns: [Column]
  let rows: [[Cell]]

  /// Returns a number in full precision; empty for nil.
  static func plain(_ value: Double?) -> String { value.map(JSON.shortest) ?? "" }

  /// Returns the table in `format`, each line ended by a line feed.
  public func text(_ format: Format) -> String {
    switch format {
    case .latex: latex
    case .markdown: markdown
    case .csv: csv
    }
  }

  private var latex: String {
    func line(_ cells: [String]) -> String { "    " + cells.joined(separator: " & ") + " \\\\\n" }
    let shape = columns.map { $0.isText ? "l" : "r" }.joined()
    let body = rows.map { row in
      line(
        zip(columns, row).map { $0.isText ? TeXText.escaped($1.shown.visible) : Self.mathematics($1.shown) })
    }
    return """
      % needs \\usepackage{booktabs}
      \\begin{table}
        \\centering
        \\caption{\(TeXText.escaped(caption.visible))}
        \\begin{tabular}{\(shape)}
          \\toprule
      \(line(columns.map { TeXText.escaped($0.head.visible) }))    \\midrule
      \(body.joined())    \\bottomrule
        \\end{tabular}
      \\end{table}

      """
  }

  /// Returns `text` in math mode if it is a number, an interval or a mean with its half-width, and otherwise as escaped
  /// text.
  private static func mathematics(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ("0"..."9").contains($0) }),
      text.unicodeScalars.allSatisfy({ "0123456789.,-−+±…<> \u{A0}".unicodeScalars.contains($0) })
    else { return TeXText.escaped(text.visible) }
    let signs: [Unicode.Scalar: String] = [
      "−": "-", "±": "\\pm", "…": "\\ldots", ",": "{,}", "\u{A0}": "\\,",
    ]
    return "$" + text.replacingScalars(signs) + "$"
  }

  private var markdown: String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    func quoted(_ text: String) -> String { ("\(text)" as Markdown).text }
    return line(columns.map { quoted($0.head) }) + "|" + columns.map { $0.isText ? "---|" : "---:|" }.joined()
      + "\n"
      + rows.map { line($0.map { quoted($0.shown) }) }.joined() + "\n" + quoted(caption) + ".\n"
  }

  private var csv: String {
    func line(_ cells: [String]) -> String {
      cells.map { cell in
        cell.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
          ? "\"" + cell.replacingScalars(["\"": "\"\""]) + "\"" : cell
      }.joined(separator: ",") + "\n"
    }
    return line(columns.flatMap(\.names)) + rows.map { line($0.flatMap(\.values)) }.joined()
  }
}
