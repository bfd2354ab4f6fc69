/// A value of a JSON5 text that knows where it stands.
struct Node: Sendable {
  var value: Value
  var origin: Origin

  indirect enum Value: Sendable {
    case null
    case boolean(Bool)
    /// `exact` is the number as it is written, where it is written as a whole number that fits.
    case number(Double, exact: Int128?)
    case text(String)
    case list([Node])
    case object([Member])
  }

  struct Member: Sendable {
    var key: String
    /// Where the key stands.
    var origin: Origin
    var value: Node
  }

  /// The members of an object; nil for every other value.
  var members: [Member]? {
    guard case .object(let members) = value else { return nil }
    return members
  }

  /// The member `key` of an object.
  subscript(key: String) -> Node? { members?.first { $0.key == key }?.value }

  /// The value as a message shows it: scalars as they are, long ones cut, the others by their kind.
  var shown: String {
    switch value {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .number(let value, let exact):
      if value.isNaN { return "NaN" }
      if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
      return exact.map { String($0) } ?? JSON.shortest(value)
    case .text(let text): return JSON.text(text.count > 60 ? text.prefix(60) + "…" : text).compact
    case .list(let items): return items.isEmpty ? "an empty list" : "a list"
    case .object: return "an object"
    }
  }
}

/// Where a value was given.
public enum Origin: Hashable, Sendable {
  /// In the file; line and column count from 1, columns in Unicode scalars.
  case file(line: Int, column: Int)
  /// On the command line; the text after `--set`.
  case override(String)
  /// In what a study varies; the text after `--vary`.
  case variation(String)
}
