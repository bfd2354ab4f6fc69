import Tables

/// GitHub's Markdown: nothing in a text is a mark, a tag or the end of a cell.
///
///     let line: Markdown = "* \(benchmark.name) **failed**\n"
public typealias Markdown = Code<MarkdownLanguage>

/// Markdown as a language of code.
public enum MarkdownLanguage: QuotingLanguage {
  /// The replacements of the characters that mean something.
  private static let signs: [Unicode.Scalar: String] = {
    let marks = "\\`*_[]#|~>!$".unicodeScalars.map { ($0, "\\" + String($0)) }
    return Dictionary(uniqueKeysWithValues: marks + [("<", "&lt;"), ("&", "&amp;"), ("@", "&#64;")])
  }()

  public static func quoted(_ text: String) -> String { text.visible.replacingScalars(signs) }
}

extension [Markdown] {
  /// The pieces one after the other with `separator` between them.
  public func joined(separator: Markdown) -> Markdown {
    guard var all = first else { return "" }
    for piece in dropFirst() { all = all + separator + piece }
    return all
  }
}
