import JSON5
import Tables

/// A piece of a page, in which text is text.
///
/// A literal is markup. What stands in it as `\(…)` is either markup too, or text that shows as it is: a name from a
/// file never becomes a tag.
///
///     let row: HTML = "<tr><td>\(request.name)</td></tr>"
public struct HTML: ExpressibleByStringInterpolation, Sendable {
  /// The markup.
  public let markup: String

  fileprivate init(markup: String) { self.markup = markup }

  public init(stringLiteral markup: StaticString) { self.markup = "\(markup)" }

  public init(stringInterpolation parts: StringInterpolation) { markup = parts.markup }

  /// What takes the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    public init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(2 * literalCapacity) }

    public mutating func appendLiteral(_ literal: StaticString) { markup += "\(literal)" }

    public mutating func appendInterpolation(_ piece: HTML) { markup += piece.markup }

    public mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { markup += piece.markup }
    }

    public mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    /// Text, in an element or in an attribute between double quotes.
    public mutating func appendInterpolation(_ text: String) {
      for scalar in text.visible.unicodeScalars {
        switch scalar {
        case "&": markup += "&amp;"
        case "<": markup += "&lt;"
        case ">": markup += "&gt;"
        case "\"": markup += "&quot;"
        case "'": markup += "&#39;"
        default: markup.unicodeScalars.append(scalar)
        }
      }
    }
  }

  /// `data` as a block that scripts read under `id`: no sign in it can end the block.
  static func block(_ id: StaticString, _ data: JSON) -> HTML {
    // Only within texts can these signs stand in JSON, where their numbers mean the same.
    var text = data.compact
    for (sign, number) in [("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")] {
      text = text.replacing(sign, with: number)
    }
    return HTML(markup: "<script type=\"application/json\" id=\"\(id)\">\(text)</script>\n")
  }

  /// `bytes` as a block that scripts read under `id`.
  static func block(_ id: StaticString, _ bytes: PackedBytes) -> HTML {
    HTML(
      markup: "<script type=\"application/octet-stream\" data-bytes=\"\(bytes.count)\" id=\"\(id)\">"
        + bytes.base64 + "</script>\n")
  }

  /// The program's own style or script, or a library's, between `tag`s.
  static func asset(_ tag: StaticString, _ text: String) -> HTML {
    HTML(markup: "<\(tag)>\(text)</\(tag)>\n")
  }
}
