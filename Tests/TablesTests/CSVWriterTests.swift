import Foundation
import Quantities
import Tables
import TestSupport
import Testing

@Suite struct CSVWriterTests {
  @Test func aRowOfEveryKind() {
    var writer = CSVWriter()
    writer.field(7)
    writer.empty()
    writer.field(Milliseconds(1500))
    writer.field(2.25, decimals: 1)
    writer.field(true)
    writer.field(false)
    writer.field("plain")
    writer.field(Int32.min)
    writer.endRow()
    #expect(writer.text == "7,,1.500,2.2,true,false,plain,-2147483648\n")
    #expect(writer.count == writer.text.utf8.count)
  }

  @Test func nothingIsAnEmptyField() {
    var writer = CSVWriter()
    writer.field(Int?.none)
    writer.field(Milliseconds?.none)
    writer.field(Double?.none, decimals: 3)
    writer.field(Bool?.none)
    writer.field(String?.none)
    writer.field(Bool?.some(true))
    writer.endRow()
    #expect(writer.text == ",,,,,true\n")
  }

  @Test func aLoneEmptyFieldIsNoBlankLine() {
    var writer = CSVWriter()
    writer.field("name")
    writer.endRow()
    writer.empty()
    writer.endRow()
    #expect(writer.text == "name\n\"\"\n")
  }

  @Test(
    arguments: [
      ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""), ("two\nlines", "\"two\nlines\""), ("é", "é"),
      ("cr\r", "\"cr\r\""), ("", ""), ("\"", "\"\"\"\""),
    ]
  ) func textIsQuotedWhereItMustBe(text: String, written: String) {
    var writer = CSVWriter()
    writer.field(text)
    writer.field(1)
    writer.endRow()
    #expect(writer.text == written + ",1\n")
  }

  @Test func theBufferGrowsAsFarAsTheTextAsks() {
    let text = String(repeating: "long ", count: 100_000)
    var writer = CSVWriter(capacity: 1)
    for _ in 0..<3 { writer.field(text) }
    writer.endRow()
    #expect(writer.text == [text, text, text].joined(separator: ",") + "\n")
    writer.removeAll()
    #expect(writer.text.isEmpty)
  }

  @Test func integersOfEveryLength() {
    var generator = TestGenerator(seed: 1)
    var values: [Int64] = [0, 1, -1, .max, .min, 99_999_999, 100_000_000, 9_999_999_999_999_999]
    for _ in 0..<20_000 { values.append(Int64(bitPattern: generator.next()) >> Int64(generator.next() % 64)) }
    for value in values { #expect(Self.written { $0.field(value) } == String(value)) }
    #expect(Self.written { $0.field(UInt64.max) } == String(UInt64.max))
  }

  @Test func timesAreExactAtAnySize() {
    let cases: [(Int64, String)] = [
      (0, "0.000"), (-1, "-0.001"), (86_400_000, "86400.000"), (99_999_999, "99999.999"),
      (100_000_000, "100000.000"), (.max, "9223372036854775.807"), (.min, "-9223372036854775.808"),
    ]
    for (value, text) in cases { #expect(Self.written { $0.field(Milliseconds(value)) } == text) }
  }

  @Test(arguments: 0...7) func decimalsAreThoseOfPrintf(decimals: Int) {
    var generator = TestGenerator(seed: UInt64(decimals))
    var values: [Double] = [
      0, -0.0, 0.5, 1.5, 2.5, -0.5, 0.125, 0.375, 1e14, 1e15, 1e16, -1e22, 1.7e308, .leastNonzeroMagnitude,
    ]
    values += [0.1, 0.15, 0.25, 0.35, 1.005, 2.675, 999.9999999, 99_999_999.5, 0.9999999999, 4.35, -0.0004]
    for _ in 0..<5000 {
      values.append(Double.random(in: -200...200, using: &generator))
      values.append(Double(Int64.random(in: -1_000_000...1_000_000, using: &generator)) / 64)
      values.append(Double(Int64.random(in: -1_000_000...1_000_000, using: &generator)) / 2000)
      let bits = Double(bitPattern: generator.next())
      if bits.isFinite { values.append(bits) }
    }
    for value in values {
      var expected = String(format: "%.\(decimals)f", value)
      if expected.hasPrefix("-"), !expected.contains(where: { ("1"..."9").contains($0) }) {
        expected.removeFirst()
      }
      let text = Self.written { $0.field(value, decimals: decimals) }
      guard text == expected else {
        Issue.record("\(value) with \(decimals) decimals is written \(text), not \(expected)")
        return
      }
    }
  }

  @Test func whatIsNotANumberIsACallersFault() async {
    await #expect(processExitsWith: .failure) {
      var writer = CSVWriter()
      writer.field(Double.nan, decimals: 3)
    }
    await #expect(processExitsWith: .failure) {
      var writer = CSVWriter()
      writer.field(-Double.infinity, decimals: 0)
    }
    await #expect(processExitsWith: .failure) {
      var writer = CSVWriter()
      writer.endRow()
    }
  }

  /// The text of the one field that `write` appends.
  static func written(_ write: (inout CSVWriter) -> Void) -> String {
    var writer = CSVWriter(capacity: 64)
    write(&writer)
    return String(writer.text.dropLast())
  }
}
