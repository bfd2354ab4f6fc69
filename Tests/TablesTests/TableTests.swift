import Foundation
import Quantities
import Testing

@testable import Tables

/// Tables as lists of columns: every kind of field, at its longest.
@Suite struct TableTests {
  private enum Word: String, CaseIterable {
    case first = "one"
    // 32 bytes.
    case last = "a_word_that_is_as_long_as_it_may"
  }

  private struct Row {
    var text: String?
    var number: Double?
    var whole: Int64?
    var word: Word?
    var flag: Bool?
    var time: Milliseconds?
  }

  private static let table = Table<Row>(
    "rows", "Every kind of field.", key: ["text"],
    columns: [
      .text("text", "Text.") { $0.text }, .metres("m", "A number.") { $0.number },
      .ratio("ratio", "The same.") { $0.number }, .count("whole", "A whole number.") { $0.whole },
      .word("word", "A word.") { $0.word }, .boolean("flag", "Yes or no.") { $0.flag },
      .seconds("time_s", "A time.") { $0.time },
    ])

  private func lines(_ rows: [Row]) -> [String] {
    Self.table.text(of: rows).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func everyKindOfFieldIsWrittenAndEmptyOnesAreEmpty() {
    let row = Row(
      text: "a,b", number: -0.25, whole: .min, word: .last, flag: true, time: Milliseconds(-1))
    #expect(
      lines([row, Row()]) == [
        "text,m,ratio,whole,word,flag,time_s",
        "\"a,b\",-0.2,-0.250000,-9223372036854775808,a_word_that_is_as_long_as_it_may,true,-0.001", ",,,,,,",
        "",
      ])
    #expect(Self.table.schema.columns[4].words == ["one", "a_word_that_is_as_long_as_it_may"])
  }

  @Test func theLongestFieldsHaveTheirRoom() {
    let quotes = String(repeating: "\"", count: 300_000)
    let row = Row(text: quotes, number: -.greatestFiniteMagnitude, whole: .max, word: .first)
    let line = lines([row, row])[2]
    #expect(line.hasPrefix("\"" + String(repeating: "\"", count: 600_000) + "\",-1797"))
    #expect(line.hasSuffix(",9223372036854775807,one,,"))
    #expect(line.utf8.count > 600_000 + 2 * 309)
  }

  @Test func aConstantColumnStandsInTheFileAndNotInTheDigest() throws {
    let table = Table<Int>(
      "n", "Numbers.", key: ["n"], constant: ColumnSchema("run_id", .identifier, .text, "The run."),
      columns: [.count("n", "A number.") { $0 }])
    let path = FileManager.default.temporaryDirectory.appending(path: "table-\(UUID().uuidString).csv")
      .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var writer = try table.writer(to: path, constant: "r")
    for number in 1...3 { try writer.append(number) }
    let receipt = try writer.close()
    #expect(try FileBytes(contentsOf: path).text == "run_id,n\nr,1\nr,2\nr,3\n")
    #expect(receipt.rows == 3 && receipt.sha256 == Digest.of("n\n1\n2\n3\n"))
    #expect(table.schema.columnNames == ["run_id", "n"])
  }
}
