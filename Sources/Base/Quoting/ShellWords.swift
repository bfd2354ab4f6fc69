/// Words as a POSIX shell writes and reads them: byte by byte, as it does.
public enum ShellWords {
  /// `word` in single quotes, so that a shell takes it as it is; bare where nothing in it means anything.
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

  /// The words of `text`: blanks part them, quotes and a backslash keep what stands in or behind them; nil where a
  /// quote is not closed or nothing stands behind the backslash.
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
  /// A path that no program takes for an option: `./` stands before a dash.
  public var asOperand: String { utf8.first == UInt8(ascii: "-") ? "./" + self : self }
}
