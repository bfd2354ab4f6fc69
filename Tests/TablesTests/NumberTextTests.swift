import Foundation
import Tables
import TestSupport
import Testing

@Suite struct NumberTextTests {
  @Test func decimalsAreThoseOfStrtod() throws {
    var generator = TestGenerator(seed: 3)
    var texts = [
      "0", "-0", "0.0", ".5", "5.", "+1", "1e5", "1E+5", "1e-5", "9007199254740993", "9007199254740992.5",
      "123456789012345678901234567890", "0.1", "1e22", "1e23", "-1.7976931348623157e308", "4.9e-324",
      "1e-400",
      "2.2250738585072011e-308", "8.5e15", "18446744073709551615", "18446744073709551616",
      "9999999999999999999",
      "0.000000000000000000000000000001", "00000000000000000000001.5", "-122.41941550000001",
      "1.0000000000000002",
      "1234567.12345678", "12345678.12345678", "0.00000001", "99999999", "1e19", "9007199254740993e1",
      "9007199254740993e-19", "72057594037927935e-1", "1e00000000000000000000001", "1e99999999999999999999",
    ]
    for _ in 0..<4000 {
      texts.append("\(Double(bitPattern: generator.next()))")
      texts.append("\(Double.random(in: -200...200, using: &generator))")
      texts.append("\(Int64(bitPattern: generator.next()))e\(Int.random(in: -25...25, using: &generator))")
      let digits = (0..<Int.random(in: 1...24, using: &generator)).map { _ in generator.next() % 10 }
      let text = digits.map(String.init).joined()
      let cut = text.index(text.startIndex, offsetBy: Int.random(in: 0...digits.count, using: &generator))
      texts.append((generator.next() % 2 == 0 ? "-" : "") + text[..<cut] + "." + text[cut...])
    }
    texts.removeAll { $0.contains("n") }
    var rows = try CSVReader(text: "x,y\n" + texts.map { "\($0),1\n" }.joined())
    let x = rows.optionalColumn("x")
    for text in texts {
      guard rows.next() else { break }
      let expected = strtod(text, nil)
      let before = rows.faultCount
      let read = rows.double(x)
      let parsed = Self.double(text)
      let isRight =
        expected.isFinite
        ? read?.bitPattern == expected.bitPattern && parsed?.bitPattern == expected.bitPattern
        : parsed == nil && rows.faultCount == before + 1
      guard isRight else {
        Issue.record(
          "\(text) reads as \(String(describing: read)), \(String(describing: parsed)): \(expected)")
        return
      }
    }
  }

  @Test(
    arguments: [
      "", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "1,5", "0x10", "inf", "nan", "infinity", "1 2", "--1",
      "1e5.5", "1_0",
      "1:", "1/", "12345678:", "１", "1.:", "1.5x",
    ]
  ) func whatIsNoNumberIsNone(text: String) throws {
    #expect(Self.double(text) == nil)
    #expect(Self.int64(text) == nil)
    var rows = try CSVReader(text: "x,y\n\"\(text)\",1\n\(text.replacing(",", with: ";")),2\n")
    let x = rows.column("x")
    while rows.next() {
      _ = rows.double(x)
      _ = rows.int64(x)
    }
    #expect(rows.faultCount == 4)
  }

  @Test func integersAreReadToTheLastOne() throws {
    var generator = TestGenerator(seed: 5)
    var values: [Int64] = [0, 1, -1, .max, .min, 99_999_999, 100_000_000, -12_345_678]
    for _ in 0..<5000 { values.append(Int64(bitPattern: generator.next()) >> Int64(generator.next() % 64)) }
    var rows = try CSVReader(text: "x\n" + values.map { "\($0)\n" }.joined())
    let x = rows.column("x")
    for value in values {
      guard rows.next() else { break }
      let read = rows.int64(x)
      guard read == value, Self.int64("\(value)") == value else {
        Issue.record("\(value) reads as \(read)")
        return
      }
    }
    try rows.finish()
    #expect(Self.int64("9223372036854775808") == nil)
    #expect(Self.int64("-9223372036854775809") == nil)
    #expect(Self.int64("00000000000000000000000000000007") == 7)
  }

  static func double(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { NumberText.double($0.span) }
  }

  static func int64(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBufferPointer { NumberText.int64($0.span) }
  }
}
