extension JSON {
  /// The text; nil where the value is none.
  public var words: String? { if case .text(let text) = self { text } else { nil } }

  /// The items of a list; nil where the value is none.
  public var items: [JSON]? { if case .list(let items) = self { items } else { nil } }

  /// The members of an object, in their order; nil where the value is none.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// The whole number; nil where the value is none, or one beyond 64 bits.
  public var whole: Int? { if case .integer(let value) = self { Int(exactly: value) } else { nil } }

  /// The number, whole or not; nil where the value is none.
  public var real: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}
