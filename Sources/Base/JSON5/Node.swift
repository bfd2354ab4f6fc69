/// A JSON5 value with its origin.
public struct Node: Sendable {
  public var value: Value
  public var origin: Origin

  /// Creates the node of `value` at `origin`.
  public init(value: Value, origin: Origin) {
    self.value = value
    self.origin = origin
  }

  /// The content of a node.
  public indirect enum Value: Sendable {
    case null
    case boolean(Bool)
    /// `exact` is the number as written, if it is an integer that fits in 128 bits.
    case number(Double, exact: Int128?)
    case text(String)
    case list([Node])
    case object([Member])
  }

  /// One member of an object.
  public struct Member: Sendable {
    public var key: String
    /// The origin of the key.
    public var origin: Origin
    public var value: Node

    /// Creates the member `key`: `value`.
    public init(key: String, origin: Origin, value: Node) {
      self.key = key
      self.origin = origin
      self.value = value
    }
  }

  /// The members of an object; nil for any other value.
  public var members: [Member]? {
    guard case .object(let members) = value else { return nil }
    return members
  }

  /// The member `key` of an object.
  public subscript(key: String) -> Node? { members?.first { $0.key == key }?.value }

  /// The value as shown in messages: scalars in full unless they are long, lists and objects by their kind.
  public var shown: String {
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

/// The reason why a text is not JSON5, with its origin.
public struct Malformation: Error, Sendable {
  public var kind: Kind
  public var origin: Origin

  init(_ kind: Kind, _ origin: Origin) {
    self.kind = kind
    self.origin = origin
  }

  /// Returns `text` as shown in messages, shortened if it is long.
  static func shown(_ text: String) -> String { text.utf8.count > 240 ? text.prefix(60) + "…" : text }

  /// The kind of fault.
  public enum Kind: Hashable, Sendable {
    case unexpected(found: String, expected: String)
    case unexpectedEnd(expected: String)
    case openText
    case openComment
    case badEscape
    case badNumber(String)
    case tooDeep(Int)
  }
}

extension Malformation.Kind: CustomStringConvertible {
  /// The fault, with the remedy.
  public var description: String {
    switch self {
    case .unexpected(let found, let expected): "found \(found) where \(expected) is expected"
    case .unexpectedEnd(let expected): "the text ends where \(expected) is expected"
    case .openText: "a text is not closed on its line; close it with the quote that opens it"
    case .openComment: "a comment is not closed; close it with `*/`"
    case .badEscape: "a text contains an escape that JSON5 does not have; write `\\\\` for a backslash"
    case .badNumber(let text): "`\(Malformation.shown(text))` is not a number; put quotes around a text"
    case .tooDeep(let limit): "lists and objects are nested more than \(limit) deep"
    }
  }
}

/// The place where a value was given.
public enum Origin: Hashable, Sendable {
  /// A place in the file: line and column, both from 1; columns count Unicode scalars.
  case file(line: Int, column: Int)
  /// A command-line override, with the text after `--set`.
  case override(String)
  /// A variation of a study, with the text after `--vary`.
  case variation(String)
}

extension Origin {
  /// Returns the place in compiler notation (`file:line:column`), or the command-line option.
  public func place(in file: String) -> String {
    switch self {
    case .file(let line, let column): "\(file):\(line):\(column)"
    case .override(let text): "--set \(text)"
    case .variation(let text): "--vary \(text)"
    }
  }
}
