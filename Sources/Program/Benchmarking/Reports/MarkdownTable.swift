import Quoting

/// A table in GitHub's Markdown.
struct MarkdownTable {
  /// A column: what it is called, and whether it holds numbers, which stand to the right.
  struct Column {
    var title: Markdown
    var isNumber = false
  }

  var columns: [Column]
  /// The cells.
  var rows: [[Markdown]] = []

  /// The table, a line for each row.
  var text: Markdown {
    let head: [[Markdown]] = [columns.map(\.title), columns.map { $0.isNumber ? "---:" : "---" }]
    return "\((head + rows).map { "| \($0.joined(separator: " | ")) |\n" as Markdown })"
  }
}
