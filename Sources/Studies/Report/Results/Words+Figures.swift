import Metrics
import Quantities
import Statistics
import Tables

extension Words {
  /// Returns `value` with a readable number of decimals for `unit`.
  static func number(_ value: Double, _ unit: Tables.Unit) -> String {
    let decimals =
      switch unit {
      case .ratio: 4
      case .seconds, .metres, .kilometres, .kilograms: 1
      default: 2
      }
    return fixed(value, decimals)
  }

  /// Returns a mean with the half-width of its 95 % interval.
  static func measured(_ statistics: RunningStatistics, _ figure: FigureColumn) -> String {
    guard let mean = statistics.mean else { return "–" }
    let half = statistics.interval().map { ($0.upperBound - $0.lowerBound) / 2 }
    return number(mean, figure.unit) + (half.map { " ± " + number($0, figure.unit) } ?? "")
  }

  /// Returns a p-value with three decimals, or `<0.001`.
  static func probability(_ p: Double) -> String { p < 0.001 ? "<0.001" : fixed(p, 3) }

  /// Returns text such as `a = 1, b = 2`.
  static func setting(_ names: [String], _ values: [String]) -> String {
    zip(names, values).map { "\($0) = \($1)" }.joined(separator: ", ")
  }

  /// Returns the values of a point whose fields are known from the context: `1, 2`.
  static func values(_ values: [String]) -> String { values.joined(separator: ", ") }

  /// Returns the cells in aligned columns: those in `left` left-aligned, the others right-aligned.
  static func aligned(_ rows: [[String]], left: Set<Int> = [0]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        line += (column > 0 ? "  " : "") + (left.contains(column) ? cell + gap : gap + cell)
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
