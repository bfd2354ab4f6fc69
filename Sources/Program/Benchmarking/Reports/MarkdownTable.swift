import Quoting

/// A table in GitHub's Markdown.
struct MarkdownTable {
  /// A column: its name, and whether it holds numbers, which are right-aligned.
  struct Column {
    var title: Markdown
    var isNumber = false
  }

  var columns: [Column]
  /// The cells.
  var rows: [[Markdown]] = []

  /// The table, one line per row.
  var text: Markdown {
    let head: [[Markdown]] = [columns.map(\.title), columns.map { $0.isNumber ? "---:" : "---" }]
    return "\((head + rows).map { "| \($0.joined(separator: " | ")) |\n" as Markdown })"
  }
}
