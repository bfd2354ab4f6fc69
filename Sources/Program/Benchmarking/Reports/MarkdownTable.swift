import Tables

/// A table in GitHub's Markdown.
struct MarkdownTable {
  /// A column: what it is called, and whether it holds numbers, which stand to the right.
  struct Column {
    var title: String
    var isNumber = false
  }

  var columns: [Column]
  /// The cells, in Markdown.
  var rows: [[String]] = []

  /// The table, a line for each row.
  var text: String {
    let head = [columns.map(\.title), columns.map { $0.isNumber ? "---:" : "---" }]
    return (head + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// `text` as it is: nothing in it is a mark, a tag or the end of a cell.
  static func plain(_ text: String) -> String {
    var escaped = ""
    for character in text.visible {
      switch character {
      case "<": escaped += "&lt;"
      case "&": escaped += "&amp;"
      case "@": escaped += "&#64;"
      case "\\", "`", "*", "_", "[", "]", "#", "|", "~", ">", "!": escaped += "\\" + String(character)
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
