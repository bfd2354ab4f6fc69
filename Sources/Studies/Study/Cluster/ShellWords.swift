/// Words as a POSIX shell writes and reads them.
public enum ShellWords {
  /// `word` in single quotes, so that a shell takes it as it is; bare where nothing in it means anything.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "@%+=:,./-_".utf8.contains(byte)
      }
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// The words of `text`: blanks part them, quotes and a backslash keep what stands in or behind them; nil where a
  /// quote is not closed or nothing stands behind the backslash.
  public static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "'", "\"":
        guard let end = rest.firstIndex(of: character) else { return nil }
        word = (word ?? "") + rest[..<end]
        rest = rest[end...].dropFirst()
      case "\\":
        guard let kept = rest.popFirst() else { return nil }
        word = (word ?? "") + String(kept)
      case _ where character.isWhitespace:
        if let whole = word { words.append(whole) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
