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
  /// Appends each text as one word, separated by blanks.
  public mutating func appendInterpolation(_ words: [String]) {
    text += words.map(ShellLanguage.quoted).joined(separator: " ")
  }
}
