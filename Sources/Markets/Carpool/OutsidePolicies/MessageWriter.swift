import JSON5
import Quantities
import Travellers

/// A writer of messages, each of which is one line of JSON. Built byte by byte for speed, because every attempt needs a
/// new message.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func begin() { bytes.removeAll(keepingCapacity: true) }

  mutating func put(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ text: [UInt8]) { bytes.append(contentsOf: text) }

  /// Writes the members of the object for `row`, as given by `fields`.
  mutating func put<Row>(_ fields: [KeyedField<Row>], of row: Row) {
    for field in fields {
      bytes.append(contentsOf: field.key)
      put(field.field.value(row))
    }
  }

  /// Writes a list with one object for each of `rows`, whose members are written by `members`.
  mutating func put<Row>(_ rows: some Sequence<Row>, _ members: (inout Self, Row) -> Void) {
    put("[")
    var isFirst = true
    for row in rows {
      put(isFirst ? "{" : ",{")
      isFirst = false
      members(&self, row)
      put("}")
    }
    put("]")
  }

  mutating func put(_ value: MessageValue) {
    switch value {
    case .integer(let number): put(number)
    case .time(let time): put(time)
    case .number(let number): put(number)
    case .flag(let flag): if let flag { put(flag ? "true" : "false") } else { put("null") }
    case .text(let text): bytes.append(contentsOf: JSON.text(text).compact.utf8)
    case .absent: put("null")
    }
  }

  mutating func put(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    put(number.magnitude)
  }

  mutating func put(_ number: UInt64) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Writes a time in seconds, without trailing zero decimals.
  private mutating func put(_ time: Milliseconds) {
    guard time != .never else { return put("null") }
    if time.rawValue < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, part) = time.rawValue.magnitude.quotientAndRemainder(dividingBy: 1000)
    put(whole)
    guard part > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var digits = [part / 100, part / 10 % 10, part % 10]
    while digits.last == 0 { digits.removeLast() }
    for digit in digits { bytes.append(UInt8(ascii: "0") + UInt8(digit)) }
  }

  private mutating func put(_ number: Double) {
    bytes.append(contentsOf: JSON.shortest(number).utf8)
  }
}

/// A field, and the text that precedes its value: `,"name":`, without the comma for the first field of an object.
struct KeyedField<Row> {
  let field: MessageField<Row>
  let key: [UInt8]

  static func list(_ fields: [MessageField<Row>]) -> [Self] {
    fields.enumerated().map { place, field in
      Self(field: field, key: Array(((place == 0 ? "" : ",") + JSON.text(field.name).compact + ":").utf8))
    }
  }
}

/// A field in messages to external policies: its name, unit and meaning, and how its value is obtained.
struct MessageField<Row>: Sendable {
  let name: String
  /// The unit; empty if there is none.
  let unit: String
  /// A one-sentence description.
  let meaning: String
  let value: @Sendable (Row) -> MessageValue

  init(
    _ name: String, _ unit: String = "", _ meaning: String, _ value: @escaping @Sendable (Row) -> MessageValue
  ) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
    self.value = value
  }

  /// The description of the field in the first message.
  var json: JSON {
    .object([.init("name", .text(name)), .init("unit", .text(unit)), .init("meaning", .text(meaning))])
  }
}

/// The value of a field.
enum MessageValue {
  case integer(Int64)
  /// Seconds, with up to three decimals; `null` for `.never`.
  case time(Milliseconds)
  /// A number; `null` if it is not finite.
  case number(Double)
  case flag(Bool?)
  case text(String)
  case absent

  init(_ value: Int16?) { self = value.map { .integer(Int64($0)) } ?? .absent }
  init(_ value: Sex?) { self = value.map { .text($0.rawValue) } ?? .absent }
}

/// Returns the fields for traits and preferences, used for both requests and drivers.
func personFields<Row>(
  _ person: @escaping @Sendable (Row) -> Person, _ wishes: @escaping @Sendable (Row) -> Wishes
) -> [MessageField<Row>] {
  [
    .init("smoker", "", "Whether the person smokes; null if unknown.") { .flag(person($0).smoker) },
    .init("sex", "", "The sex, `f` or `m`; null if unknown.") { .init(person($0).sex) },
    .init("age", "years", "The age; null if unknown.") { .init(person($0).age) },
    .init("wants_smoker", "", "Whether the companion should smoke; null for no wish.") {
      .flag(wishes($0).smoker)
    },
    .init("wants_sex", "", "The desired sex of the companion; null for no wish.") { .init(wishes($0).sex) },
    .init("wants_age_min", "years", "The minimum desired age; null for no wish.") {
      .init(wishes($0).youngest)
    },
    .init("wants_age_max", "years", "The maximum desired age; null for no wish.") {
      .init(wishes($0).oldest)
    },
    .init("wants_required", "", "Whether the wishes are requirements; otherwise they only count in the cost.")
    {
      .flag(wishes($0).required)
    },
  ]
}
