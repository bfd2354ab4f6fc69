import Tables

/// A piece of HTML or XML, in which text is text.
///
/// A literal is markup. What stands in it as `\(…)` is either markup too, or text that shows as it is: a name from a
/// file never becomes a tag.
///
///     let row: Markup = "<tr><td>\(request.name)</td></tr>"
public struct Markup: ExpressibleByStringInterpolation, Sendable {
  /// The markup.
  public let markup: String

  private init(markup: String) { self.markup = markup }

  public init(stringLiteral markup: StaticString) { self.markup = "\(markup)" }

  public init(stringInterpolation parts: StringInterpolation) { markup = parts.markup }

  /// The collector of the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    public init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(2 * literalCapacity) }

    public mutating func appendLiteral(_ literal: StaticString) { markup += "\(literal)" }

    public mutating func appendInterpolation(_ piece: Markup) { markup += piece.markup }

    public mutating func appendInterpolation(_ pieces: [Markup]) {
      for piece in pieces { markup += piece.markup }
    }

    public mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    /// Text, in an element or in an attribute between double quotes.
    public mutating func appendInterpolation(_ text: String) {
      markup += text.visible.replacingScalars(signs)
    }
  }

  /// Data as a block that scripts read under `id`: no sign in it can end the block.
  ///
  /// - Precondition: `json` is JSON. Only within its texts can those signs stand, where their numbers mean the same.
  public static func data(_ id: StaticString, json: String) -> Markup {
    let text = json.replacingScalars(["<": "\\u003c", ">": "\\u003e", "&": "\\u0026"])
    return Markup(markup: "<script type=\"application/json\" id=\"\(id)\">\(text)</script>\n")
  }

  /// A style or a script, between `tag`s; for what the program itself brings along, never for data.
  public static func asset(_ tag: StaticString, _ text: String) -> Markup {
    Markup(markup: "<\(tag)>\(text)</\(tag)>\n")
  }
}

/// The replacements of the characters that mean something in markup.
private let signs: [Unicode.Scalar: String] = [
  "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
]
