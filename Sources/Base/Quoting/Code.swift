/// A language of code, and how text stands in it so that it is nothing but text.
public protocol QuotingLanguage {
  /// Code in which `text` stands for itself.
  static func quoted(_ text: String) -> String
}

/// A piece of code in which text is text.
///
/// A literal is code. What stands in it as `\(…)` is either code too, or text, which `Language` quotes: a name from a file never
/// becomes a tag, a mark or a command.
public struct Code<Language: QuotingLanguage>: ExpressibleByStringInterpolation, Sendable {
  /// The code.
  public let text: String

  /// Takes `text` for code.
  init(written text: String) { self.text = text }

  /// `text` as it is.
  public init(plain text: String) { self.text = Language.quoted(text) }

  public init(stringLiteral code: StaticString) { text = "\(code)" }

  public init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  /// The collector of the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

    public mutating func appendLiteral(_ code: StaticString) { text += "\(code)" }

    public mutating func appendInterpolation(_ piece: Code) { text += piece.text }

    public mutating func appendInterpolation(_ pieces: [Code]) { for piece in pieces { text += piece.text } }

    public mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }

    /// Text.
    public mutating func appendInterpolation(_ plain: String) { text += Language.quoted(plain) }
  }

  public static func + (a: Self, b: Self) -> Self { Self(written: a.text + b.text) }
}
