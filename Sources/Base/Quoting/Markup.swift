import Tables

/// HTML or XML: interpolated text belongs in an element or in a double-quoted attribute.
///
///     let row: Markup = "<tr><td>\(request.name)</td></tr>"
public typealias Markup = Code<MarkupLanguage>

/// The languages HTML and XML.
public enum MarkupLanguage: QuotingLanguage {
  /// The replacements of special characters.
  private static let signs: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ]

  public static func quoted(_ text: String) -> String { text.visible.replacingScalars(signs) }
}

extension Markup {
  /// Returns a data block that scripts read under `id`; its content cannot close the block.
  ///
  /// - Precondition: `json` is JSON. The escaped characters can only occur in its strings, where escapes mean the
  ///   same.
  public static func data(_ id: StaticString, json: String) -> Markup {
    let text = json.replacingScalars(["<": "\\u003c", ">": "\\u003e", "&": "\\u0026"])
    return Markup(written: "<script type=\"application/json\" id=\"\(id)\">\(text)</script>\n")
  }

  /// Returns a style sheet or a script in a `tag` element; for the program's own assets, never for data.
  public static func asset(_ tag: StaticString, _ text: String) -> Markup {
    Markup(written: "<\(tag)>\(text)</\(tag)>\n")
  }
}
