import JSON5
import Quantities

/// A writer of messages, one line of JSON each, byte by byte, because every attempt needs a new one.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func begin() { bytes.removeAll(keepingCapacity: true) }

  mutating func put(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ text: [UInt8]) { bytes.append(contentsOf: text) }

  /// Writes the members of an object for `fields` of `row`.
  mutating func put<Row>(_ fields: [KeyedField<Row>], of row: Row) {
    for field in fields {
      bytes.append(contentsOf: field.key)
      put(field.field.value(row))
    }
  }

  /// Writes a list of objects, one for each of `rows`, whose members are written by `members`.
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

  /// Writes seconds without trailing zero decimals.
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

/// A field with the text before its value: `,"name":`, without the comma for the first one of an object.
struct KeyedField<Row> {
  let field: MessageField<Row>
  let key: [UInt8]

  static func list(_ fields: [MessageField<Row>]) -> [Self] {
    fields.enumerated().map { place, field in
      Self(field: field, key: Array(((place == 0 ? "" : ",") + JSON.text(field.name).compact + ":").utf8))
    }
  }
}
