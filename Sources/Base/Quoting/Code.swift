import Tables

/// A programming or markup language, with its rule for quoting plain text.
public protocol QuotingLanguage {
  /// Returns code that represents `text` literally.
  static func quoted(_ text: String) -> String
}

/// A piece of code in which interpolated text is quoted.
///
/// A string literal is code. An interpolation `\(…)` is either code, or text quoted by `Language`, so that a name from
/// a file never becomes a tag, markup or a command.
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

/// HTML or XML: interpolated text belongs in an element or in a double-quoted attribute.
///
///     let row: Markup = "<tr><td>\(request.name)</td></tr>"
public typealias Markup = Code<MarkupLanguage>

/// The languages HTML and XML.
public enum MarkupLanguage: QuotingLanguage {
  /// The replacements for special characters.
  private static let signs: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ]

  public static func quoted(_ text: String) -> String { text.visible.replacingScalars(signs) }
}

extension Markup {
  /// Returns a data block that scripts find by its element id, `prefix` followed by `id`; its content cannot close the
  /// block.
  ///
  /// - Precondition: `json` is JSON. The escaped characters can only occur in its strings, where their escapes are
  ///   equivalent.
  public static func data(_ id: StaticString, prefix: StaticString = "", json: String) -> Markup {
    let text = json.replacingScalars(["<": "\\u003c", ">": "\\u003e", "&": "\\u0026"])
    return Markup(written: "<script type=\"application/json\" id=\"\(prefix)\(id)\">\(text)</script>\n")
  }

  /// Returns a style sheet or a script in a `tag` element; for the program's own assets, never for data.
  public static func asset(_ tag: StaticString, _ text: String) -> Markup {
    Markup(written: "<\(tag)>\(text)</\(tag)>\n")
  }
}

/// GitHub's Markdown: interpolated text never forms markup, a tag or the end of a cell.
///
///     let line: Markdown = "* \(benchmark.name) **failed**\n"
public typealias Markdown = Code<MarkdownLanguage>

/// The language Markdown.
public enum MarkdownLanguage: QuotingLanguage {
  /// The replacements for special characters.
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
