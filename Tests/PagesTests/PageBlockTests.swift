import JSON5
import Testing

@testable import Pages

struct PageBlockTests {
  @Test func `columns come back by their names, whatever stands before them`() {
    let columns: [(name: String, numbers: [Int64])] = [
      ("time_s", [0, 5_000, 4_999, -7]), ("none", []), ("1.half", (0..<300).map { $0 * $0 * 1_000_003 }),
    ]
    for order in [columns, columns.reversed()] {
      var block = PageBlock()
      for column in order { block.add(column.name, column.numbers) }
      let bytes = block.bytes
      let head = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
      var start = 4 + head
      let text = String(decoding: bytes[4..<start], as: UTF8.self)
      guard case .list(let named)? = JSON(parsing: text) else {
        Issue.record("the head is no list: \(text)")
        return
      }
      #expect(named.count == columns.count)
      for (column, entry) in zip(order, named) {
        let length = ColumnBytes(column.numbers).bytes.count
        let wanted: [JSON] = [
          .text(column.name), .integer(Int128(column.numbers.count)), .integer(Int128(length)),
        ]
        #expect(entry == .list(wanted))
        #expect(Array(bytes[start..<start + length]) == ColumnBytes(column.numbers).bytes)
        start += length
      }
      #expect(start == bytes.count)
    }
  }
}
