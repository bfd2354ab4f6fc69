extension JSON {
  /// The text; nil if the value is not a string.
  public var words: String? { if case .text(let text) = self { text } else { nil } }

  /// The items of a list; nil if the value is not a list.
  public var items: [JSON]? { if case .list(let items) = self { items } else { nil } }

  /// The members of an object in order; nil if the value is not an object.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// The integer; nil if the value is not an integer of 64 bits.
  public var whole: Int? { if case .integer(let value) = self { Int(exactly: value) } else { nil } }

  /// The number, integer or not; nil if the value is not a number.
  public var real: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}
