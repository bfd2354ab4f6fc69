import Tables

/// HTML or XML: text stands in an element, or in an attribute between double quotes.
///
///     let row: Markup = "<tr><td>\(request.name)</td></tr>"
public typealias Markup = Code<MarkupLanguage>

/// HTML and XML as a language of code.
public enum MarkupLanguage: QuotingLanguage {
  /// The replacements of the characters that mean something.
  private static let signs: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ]

  public static func quoted(_ text: String) -> String { text.visible.replacingScalars(signs) }
}

extension Markup {
  /// Data as a block that scripts read under `id`: no sign in it can end the block.
  ///
  /// - Precondition: `json` is JSON. Only within its texts can those signs stand, where their numbers mean the same.
  public static func data(_ id: StaticString, json: String) -> Markup {
    let text = json.replacingScalars(["<": "\\u003c", ">": "\\u003e", "&": "\\u0026"])
    return Markup(written: "<script type=\"application/json\" id=\"\(id)\">\(text)</script>\n")
  }

  /// A style or a script, between `tag`s; for what the program itself brings along, never for data.
  public static func asset(_ tag: StaticString, _ text: String) -> Markup {
    Markup(written: "<\(tag)>\(text)</\(tag)>\n")
  }
}
