/// Code of a POSIX shell: it takes a text as one word, whatever that holds.
///
///     let call: ShellCode = "exec \(program) merge \(folder)"
///     call.text                                          // exec /bin/detour merge 'Results/it'\''s'
public typealias ShellCode = Code<ShellLanguage>

/// The POSIX shell as a language of code.
public enum ShellLanguage: QuotingLanguage {
  public static func quoted(_ text: String) -> String { ShellWords.quoted(text) }
}

extension ShellCode.StringInterpolation {
  /// A word each, with blanks between them.
  public mutating func appendInterpolation(_ words: [String]) {
    text += words.map(ShellLanguage.quoted).joined(separator: " ")
  }
}
