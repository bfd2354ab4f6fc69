import Tables

/// A piece of GitHub's Markdown, in which text is text.
///
/// A literal is Markdown. What stands in it as `\(…)` is either Markdown too, or text that shows as it is: nothing in it
/// is a mark, a tag or the end of a cell.
///
///     let line: Markdown = "* \(benchmark.name) **failed**\n"
public struct Markdown: ExpressibleByStringInterpolation, Sendable {
  /// The Markdown.
  public let text: String

  private init(text: String) { self.text = text }

  public init(stringLiteral text: StaticString) { self.text = "\(text)" }

  public init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  /// `text` as it is.
  public init(plain text: String) { self = "\(text)" }

  /// The collector of the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

    public mutating func appendLiteral(_ literal: StaticString) { text += "\(literal)" }

    public mutating func appendInterpolation(_ piece: Markdown) { text += piece.text }

    public mutating func appendInterpolation(_ pieces: [Markdown]) {
      for piece in pieces { text += piece.text }
    }

    /// Text.
    public mutating func appendInterpolation(_ plain: String) {
      text += plain.visible.replacingScalars(signs)
    }
  }

  public static func + (a: Self, b: Self) -> Self { Self(text: a.text + b.text) }
}

extension [Markdown] {
  /// The pieces one after the other with `separator` between them.
  public func joined(separator: Markdown) -> Markdown {
    guard var all = first else { return "" }
    for piece in dropFirst() { all = all + separator + piece }
    return all
  }
}

/// The replacements of the characters that mean something in Markdown.
private let signs: [Unicode.Scalar: String] = {
  let marks = "\\`*_[]#|~>!$".unicodeScalars.map { ($0, "\\" + String($0)) }
  return Dictionary(uniqueKeysWithValues: marks + [("<", "&lt;"), ("&", "&amp;"), ("@", "&#64;")])
}()
