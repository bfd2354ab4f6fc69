import Metrics
import Quantities
import Statistics
import Tables

extension Words {
  /// `value` with as many digits behind the mark as `unit` deserves on a screen.
  static func number(_ value: Double, _ unit: Tables.Unit) -> String {
    let decimals =
      switch unit {
      case .ratio: 4
      case .seconds, .metres, .kilometres, .kilograms: 1
      default: 2
      }
    return fixed(value, decimals)
  }

  /// A mean with half of its 95 % interval.
  static func measured(_ statistics: RunningStatistics, _ figure: FigureColumn) -> String {
    guard let mean = statistics.mean else { return "–" }
    let half = statistics.interval().map { ($0.upperBound - $0.lowerBound) / 2 }
    return number(mean, figure.unit) + (half.map { " ± " + number($0, figure.unit) } ?? "")
  }

  /// A p-value with three digits; `< 0.001` below.
  static func probability(_ p: Double) -> String { p < 0.001 ? "<0.001" : fixed(p, 3) }

  /// `a = 1, b = 2`.
  static func setting(_ names: [String], _ values: [String]) -> String {
    zip(names, values).map { "\($0) = \($1)" }.joined(separator: ", ")
  }

  /// `1, 2`: the values of a point where its fields are known.
  static func values(_ values: [String]) -> String { values.joined(separator: ", ") }

  /// `cells` in columns, the first to the left, the others to the right unless `left` names them.
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
