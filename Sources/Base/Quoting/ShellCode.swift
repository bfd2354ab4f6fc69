/// A piece of a script for a POSIX shell, in which text is a word.
///
/// A literal is code. What stands in it as `\(…)` is either code too, or text that the shell takes as one word, or as
/// several, whatever they hold: a name from a file never becomes a command.
///
///     let call: ShellCode = "exec \(program) merge \(folder)"
///     call.text                                          // exec /bin/detour merge 'Results/it'\''s'
public struct ShellCode: ExpressibleByStringInterpolation, Sendable {
  /// The code.
  public let text: String

  public init(stringLiteral code: StaticString) { text = "\(code)" }

  public init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  /// The collector of the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

    public mutating func appendLiteral(_ code: StaticString) { text += "\(code)" }

    public mutating func appendInterpolation(_ code: ShellCode) { text += code.text }

    public mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }

    /// One word.
    public mutating func appendInterpolation(_ word: String) { text += ShellWords.quoted(word) }

    /// A word each, with blanks between them.
    public mutating func appendInterpolation(_ words: [String]) {
      text += words.map(ShellWords.quoted).joined(separator: " ")
    }
  }
}
