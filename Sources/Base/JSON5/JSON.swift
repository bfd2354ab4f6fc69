/// A JSON value for output: members keep their order, and numbers are written in the shortest form that round-trips.
public indirect enum JSON: Equatable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int128)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([Member])

  /// One member of an object.
  public struct Member: Equatable, Sendable {
    /// The name, unique within the object.
    public var key: String
    /// The member's value.
    public var value: JSON

    /// Creates the member `key`: `value`.
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// Returns `value` as a JSON integer; nil becomes `null`.
  public static func integer(_ value: (some BinaryInteger)?) -> JSON {
    value.map { .integer(Int128($0)) } ?? .null
  }

  /// Returns `value` as a JSON number; nil becomes `null`.
  public static func number(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }

  /// Returns `value` as a JSON string; nil becomes `null`.
  public static func text(_ value: String?) -> JSON { value.map { .text($0) } ?? .null }

  /// The value on one line, without spaces: the form used for hashes.
  public var compact: String {
    var text = ""
    write(to: &text, indentation: nil)
    return text
  }

  /// The value on several lines, indented by two spaces, with a final line break.
  public var indented: String {
    var text = ""
    write(to: &text, indentation: 0)
    return text + "\n"
  }

  /// The member `key` of an object; nil if there is none or the value is not an object.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += Self.shortest(value)
    case .text(let value): Self.quote(value, to: &text)
    case .list(let items):
      // Short lists of scalars read better on one line.
      let inner = items.allSatisfy(\.isScalar) ? nil : indentation
      Self.write(items, "[", "]", to: &text, indentation: inner) { item, text, indentation in
        item.write(to: &text, indentation: indentation)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, indentation: indentation) { member, text, indentation in
        Self.quote(member.key, to: &text)
        text += indentation == nil ? ":" : ": "
        member.value.write(to: &text, indentation: indentation)
      }
    }
  }

  private var isScalar: Bool {
    switch self {
    case .list, .object: false
    default: true
    }
  }

  private static func write<Item>(
    _ items: [Item], _ open: String, _ close: String, to text: inout String, indentation: Int?,
    item write: (Item, inout String, Int?) -> Void
  ) {
    let inner = items.isEmpty ? nil : indentation.map { $0 + 1 }
    text += open
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: "  ", count: inner) }
      write(item, &text, inner)
    }
    if let inner { text += "\n" + String(repeating: "  ", count: inner - 1) }
    text += close
  }

  /// Returns `value` in the shortest form that round-trips, without a fractional part if it is an integer.
  ///
  /// Values that are not finite become `null`, because JSON cannot express them.
  public static func shortest(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return String(whole) }
    return "\(value)"
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    // Most strings need no escape, and appending a whole string is many times faster than its characters.
    guard value.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
    else {
      text += value
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Creates an object of `members`, in the order given.
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member($0, $1) })
  }
}

extension JSON {
  /// The text; nil if the value is not a string.
  public var words: String? { if case .text(let text) = self { text } else { nil } }

  /// The items of a list; nil if the value is not a list.
  public var items: [JSON]? { if case .list(let items) = self { items } else { nil } }

  /// The members of an object in order; nil if the value is not an object.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// The integer; nil if the value is not a 64-bit integer.
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

extension JSON {
  /// Parses a JSON5 text; nil if it is malformed.
  public init?(parsing text: String) {
    var parser = JSON5Parser(text)
    guard let node = try? parser.parse() else { return nil }
    self.init(node)
  }

  /// Creates the value of `node`, without its origins.
  public init(_ node: Node) {
    switch node.value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(let value, let exact): self = exact.map { .integer($0) } ?? .number(value)
    case .text(let text): self = .text(text)
    case .list(let items): self = .list(items.map(JSON.init))
    case .object(let members): self = .object(members.map { Member($0.key, JSON($0.value)) })
    }
  }
}
