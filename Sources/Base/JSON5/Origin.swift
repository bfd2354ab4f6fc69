/// The place at which a value was given.
public enum Origin: Hashable, Sendable {
  /// A place in the file; line and column count from 1, columns in Unicode scalars.
  case file(line: Int, column: Int)
  /// A place on the command line; the text after `--set`.
  case override(String)
  /// A place in what a study varies; the text after `--vary`.
  case variation(String)
}

extension Origin {
  /// The place as compilers write it, or the option on the command line.
  public func place(in file: String) -> String {
    switch self {
    case .file(let line, let column): "\(file):\(line):\(column)"
    case .override(let text): "--set \(text)"
    case .variation(let text): "--vary \(text)"
    }
  }
}
