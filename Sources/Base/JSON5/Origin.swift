/// The place at which a value was given.
public enum Origin: Hashable, Sendable {
  /// A place in the file: line and column, both from 1; columns count Unicode scalars.
  case file(line: Int, column: Int)
  /// A command-line override; the text after `--set`.
  case override(String)
  /// A variation of a study; the text after `--vary`.
  case variation(String)
}

extension Origin {
  /// Returns the place in the notation of compilers, or the command-line option.
  public func place(in file: String) -> String {
    switch self {
    case .file(let line, let column): "\(file):\(line):\(column)"
    case .override(let text): "--set \(text)"
    case .variation(let text): "--vary \(text)"
    }
  }
}
