/// A programming or markup language, with its rule for quoting plain text.
public protocol QuotingLanguage {
  /// Returns code that represents `text` literally.
  static func quoted(_ text: String) -> String
}

/// A piece of code in which interpolated text is quoted.
///
/// A string literal is code. An interpolation `\(…)` is either code too, or text, which `Language` quotes: a name
/// from a file never becomes a tag, a mark or a command.
public struct Code<Language: QuotingLanguage>: ExpressibleByStringInterpolation, Sendable {
  /// The code.
  public let text: String

  /// Creates code from `text`, unquoted.
  init(written text: String) { self.text = text }

  /// Creates code that represents `text` literally.
  public init(plain text: String) { self.text = Language.quoted(text) }

  public init(stringLiteral code: StaticString) { text = "\(code)" }

  public init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  /// The accumulator of a literal's parts.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

    public mutating func appendLiteral(_ code: StaticString) { text += "\(code)" }

    public mutating func appendInterpolation(_ piece: Code) { text += piece.text }

    public mutating func appendInterpolation(_ pieces: [Code]) { for piece in pieces { text += piece.text } }

    public mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }

    /// Appends quoted text.
    public mutating func appendInterpolation(_ plain: String) { text += Language.quoted(plain) }
  }

  public static func + (a: Self, b: Self) -> Self { Self(written: a.text + b.text) }
}
