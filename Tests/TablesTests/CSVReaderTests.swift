import Foundation
import Quantities
import Tables
import TestSupport
import Testing

@Suite struct CSVReaderTests {
  @Test func textInAnotherEncodingIsRefusedWithItsLine() throws {
    let scratch = try Scratch()
    let rows = Array("id,name\n1,Ren".utf8)
    let latin = try scratch.write(rows + [0xE9, 0x0A], to: "latin.csv")
    let error = #expect(throws: TableError.self) { _ = try CSVReader(contentsOf: latin) }
    #expect(error == .notUTF8(file: latin, line: 2, byte: 0xE9))
    #expect(
      error?.description.contains("latin.csv:2: the byte 0xE9 is not valid UTF-8; save the table as")
        == true)
    for sound in [
      "é", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", String(repeating: "ß", count: 99),
    ] {
      _ = try CSVReader(text: "id,name\n1,\(sound)\n")
    }
    // Cut short, overlong, surrogates, beyond Unicode; at every place of a block.
    for broken in [
      [0xC3], [0xC0, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xFF], [0x80], [0xE2, 0x82], [0xC3, 0x0A],
    ] as [[UInt8]] {
      for blanks in 0..<40 {
        let path = try scratch.write(rows + Array(repeating: 0x20, count: blanks) + broken, to: "broken.csv")
        let error = #expect(throws: TableError.self) { _ = try CSVReader(contentsOf: path) }
        #expect(error == .notUTF8(file: path, line: 2, byte: broken[0]))
      }
    }
  }

  @Test func columnsComeByNameInAnyOrder() throws {
    var rows = try CSVReader(text: "seats,extra,driver_id,depart_s\n3,x,17,0.25\n,y,18,-1\n")
    let id = rows.column("driver_id")
    let depart = rows.column("depart_s")
    let seats = rows.optionalColumn("seats")
    let absent = rows.optionalColumn("luggage")
    try rows.checkColumns()
    var log: [String] = []
    while rows.next() {
      let time = rows.milliseconds(depart)
      log.append(
        "\(rows.line): \(rows.int64(id)) \(time) \(rows.int64(seats) ?? -1) \(rows.double(absent) ?? -1)")
    }
    try rows.finish()
    #expect(log == ["2: 17 250 ms 3 -1.0", "3: 18 -1000 ms -1 -1.0"])
    #expect(seats.isPresent && !absent.isPresent)
  }

  @Test(
    arguments: [
      "a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4\r\n", "a,b\n1,2\n3,4", "\u{FEFF}a,b\n1,2\n3,4\n",
      "a,b\n1,2\n3,4\n\n\n",
      "a,b\n\n1,2\n\r\n3,4", "\"a\",\"b\"\n\"1\",2\n3,\"4\"", " a , b \n 1, 2\n3 ,4\t", "b,a\n2,1\n4,3",
      "a,b\r\n1,2\r\n3,4",
      "\n\na,b\n+1,2\n3,04\n", "a;b\n1;2\n3;4\n", "\"a\";\"b\"\r\n1;2\r\n3;\"4\"", "a\tb\n1\t2\n3\t4\n",
      "b;\"x,y,z\";a\n2;7;1\n4;\"8;9\";3\n",
    ]
  ) func manyWaysToWriteTheSameTable(text: String) throws {
    var rows = try CSVReader(text: text)
    let a = rows.column("a")
    let b = rows.column("b")
    var sum: [Int64] = []
    while rows.next() { sum += [rows.int64(a), rows.int64(b)] }
    try rows.finish()
    #expect(sum == [1, 2, 3, 4])
  }

  @Test func quotesHoldCommasQuotesAndLines() throws {
    var rows = try CSVReader(
      text: "name,n\n\"a,b\",1\n\"say \"\"no\"\"\",2\n\"two\r\nlines\",3\nmid\"dle,4\n\"\",5\n")
    let name = rows.column("name")
    let number = rows.column("n")
    var names: [String] = []
    var lines: [Int] = []
    var numbers: [Int64] = []
    while rows.next() {
      names.append(rows.string(name))
      lines.append(rows.line)
      numbers.append(rows.int64(number))
    }
    try rows.finish()
    #expect(names == ["a,b", "say \"no\"", "two\r\nlines", "mid\"dle", ""])
    #expect(lines == [2, 3, 4, 6, 7])
    #expect(numbers == [1, 2, 3, 4, 5])
    let isEmpty = rows.isEmpty(name)
    #expect(isEmpty)
  }

  @Test func truthValuesAndChoices() throws {
    enum Kind: String, CaseIterable { case depart, pickup }
    var rows = try CSVReader(text: "b,k\ntrue,depart\nFalse,pickup\n1,\n0,pickup\n")
    let truth = rows.column("b")
    let kind = rows.optionalColumn("k")
    var log: [String] = []
    while rows.next() {
      let choice: Kind? = rows.choice(kind)
      log.append("\(rows.bool(truth)) \(choice?.rawValue ?? "-")")
    }
    try rows.finish()
    #expect(log == ["true depart", "false pickup", "true -", "false pickup"])
  }

  @Test func aHugeFieldIsAField() throws {
    let huge = String(repeating: "x,\"y\"\n", count: 300_000)
    var writer = CSVWriter()
    writer.field("text")
    writer.field("n")
    writer.endRow()
    writer.field(huge)
    writer.field(9)
    writer.endRow()
    var rows = try CSVReader(text: writer.text)
    let text = rows.column("text")
    let number = rows.column("n")
    var found: [(String, Int64)] = []
    while rows.next() { found.append((rows.verbatim(text), rows.int64(number))) }
    #expect(found.count == 1)
    #expect(found[0] == (huge, 9))
    try rows.finish()
  }

  @Test func whatIsWrittenIsReadBack() {
    forAll(seeds: 0..<100) { seed in
      var generator = TestGenerator(seed: seed)
      var writer = CSVWriter()
      for name in ["text", "time", "ratio"] { writer.field(name) }
      writer.endRow()
      var expected: [String] = []
      for _ in 0..<50 {
        let letters = "ab,\"\n\r é"
        let text = String((0..<generator.next() % 8).map { _ in letters.randomElement(using: &generator)! })
        let time = Milliseconds(Int64.random(in: -1_000_000_000...1_000_000_000, using: &generator))
        let ratio = Double(Int64.random(in: -9_000_000...9_000_000, using: &generator)) / 1e6
        writer.field(text)
        writer.field(time)
        writer.field(ratio, decimals: 6)
        writer.endRow()
        expected.append("\(text)|\(time)|\(ratio)")
      }
      var rows = try CSVReader(text: writer.text)
      let columns = (rows.column("text"), rows.column("time"), rows.column("ratio"))
      var found: [String] = []
      while rows.next() {
        let time = rows.milliseconds(columns.1)
        found.append("\(rows.verbatim(columns.0))|\(time)|\(rows.double(columns.2))")
      }
      try rows.finish()
      return found == expected ? nil : "\(found) is not \(expected)"
    }
  }

  /// Counted anew for each, the lines of these faults would take hours.
  @Test func aFaultInEveryRowTakesOnePass() throws {
    let rowCount = 200_000
    var rows = try CSVReader(
      text: "time,kind\n" + String(repeating: "12:30:00,\"a\"x\n12:30:00,b\n1\n", count: rowCount))
    let time = rows.column("time")
    while rows.next() { _ = rows.double(time) }
    let error = #expect(throws: TableError.self) { try rows.finish() }
    guard case .several(let first, let total) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(total == 3 * rowCount)
    #expect(first.count == CSVReader.keptFaults)
    #expect(first[0] == .badQuotes(file: "text", line: 2))
    #expect(
      first[1]
        == .badValue(file: "text", line: 3, column: "time", value: "12:30:00", expected: .finiteNumber))
    #expect(first[2] == .fieldCount(file: "text", line: 4, found: 1, expected: 2))
    #expect(
      first[19]
        == .badValue(file: "text", line: 21, column: "time", value: "12:30:00", expected: .finiteNumber))
  }

  /// Compared each with all before it, these names would take a minute, and asking for them another.
  @Test func aHundredThousandColumnsTakeOnePass() throws {
    let names = (0..<100_000).map { "column_\($0)" }
    let text =
      names.joined(separator: ",") + "\n" + names.indices.map(String.init).joined(separator: ",") + "\n"
    var rows = try CSVReader(text: text)
    let columns = names.map { rows.column($0) }
    let isThere = rows.next()
    #expect(isThere)
    var values: [Int64] = []
    for column in columns { values.append(rows.int64(column)) }
    #expect(values == (0..<100_000).map(Int64.init))
    try rows.finish()
    _ = rows.column("column")
    let error = #expect(throws: TableError.self) { try rows.checkColumns() }
    #expect(error?.description.contains("column_49 and 99950 more") == true)
    #expect(throws: TableError.repeatedColumn(file: "text", column: "column_7")) {
      _ = try CSVReader(text: names.joined(separator: ",") + ",column_7\n")
    }
  }
}
