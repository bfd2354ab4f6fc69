/// A JSON5 value with its origin.
public struct Node: Sendable {
  public var value: Value
  public var origin: Origin

  /// Creates the node of `value` at `origin`.
  public init(value: Value, origin: Origin) {
    self.value = value
    self.origin = origin
  }

  /// The value.
  public indirect enum Value: Sendable {
    case null
    case boolean(Bool)
    /// `exact` is the number as written, if that is an integer that fits.
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

  /// The value as messages show it: scalars in full unless they are long, lists and objects by their kind.
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
