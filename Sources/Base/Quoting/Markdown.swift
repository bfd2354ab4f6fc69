import Tables

/// GitHub's Markdown: interpolated text never forms a mark, a tag or a cell's end.
///
///     let line: Markdown = "* \(benchmark.name) **failed**\n"
public typealias Markdown = Code<MarkdownLanguage>

/// The language Markdown.
public enum MarkdownLanguage: QuotingLanguage {
  /// The replacements of special characters.
  private static let signs: [Unicode.Scalar: String] = {
    let marks = "\\`*_[]#|~>!$".unicodeScalars.map { ($0, "\\" + String($0)) }
    return Dictionary(uniqueKeysWithValues: marks + [("<", "&lt;"), ("&", "&amp;"), ("@", "&#64;")])
  }()

  public static func quoted(_ text: String) -> String { text.visible.replacingScalars(signs) }
}

extension [Markdown] {
  /// Returns the pieces joined by `separator`.
  public func joined(separator: Markdown) -> Markdown {
    guard var all = first else { return "" }
    for piece in dropFirst() { all = all + separator + piece }
    return all
  }
}
