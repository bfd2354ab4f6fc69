/// Words in the syntax of a POSIX shell, processed byte by byte as a shell does.
public enum ShellWords {
  /// Returns `word` in single quotes, or bare if it has no special characters.
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
    return "'" + word.replacingScalars(["'": #"'\''"#]) + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "@%+=:,./-_".utf8.contains(byte)
    }
  }

  /// Splits `text` into words at blanks, honouring quotes and backslashes; nil if a quote is not closed or the
  /// text ends with a backslash.
  public static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: [UInt8]?
    var rest = text.utf8[...]
    func end() {
      if let bytes = word { words.append(String(decoding: bytes, as: UTF8.self)) }
      word = nil
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        guard let end = rest.firstIndex(of: byte) else { return nil }
        word = (word ?? []) + rest[..<end]
        rest = rest[end...].dropFirst()
      case UInt8(ascii: "\\"):
        guard let kept = rest.popFirst() else { return nil }
        word = (word ?? []) + [kept]
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"): end()
      default: word = (word ?? []) + [byte]
      }
    }
    end()
    return words
  }
}

extension String {
  /// The path in a form that cannot be taken for an option: with `./` before a leading dash.
  public var asOperand: String { utf8.first == UInt8(ascii: "-") ? "./" + self : self }
}

/// POSIX shell code: interpolated text is always one word, whatever it contains.
///
///     let call: ShellCode = "exec \(program) merge \(folder)"
///     call.text                                          // exec /bin/detour merge 'Results/it'\''s'
public typealias ShellCode = Code<ShellLanguage>

/// The language of the POSIX shell.
public enum ShellLanguage: QuotingLanguage {
  public static func quoted(_ text: String) -> String { ShellWords.quoted(text) }
}

extension ShellCode.StringInterpolation {
  /// Appends each text as one word, separating the words by blanks.
  public mutating func appendInterpolation(_ words: [String]) {
    text += words.map(ShellLanguage.quoted).joined(separator: " ")
  }
}
