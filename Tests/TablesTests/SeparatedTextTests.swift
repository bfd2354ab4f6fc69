import Tables
import TestSupport
import Testing

@Suite
struct SeparatedTextTests {
  @Test("its fields are those of split, with empty ones")
  func fields() {
    forAll(seeds: 0..<300) { seed in
      var numbers = TestGenerator(seed: seed)
      let text = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
        [",", "\n", "", "7", "é", "-1.5", " ", "\r"].randomElement(using: &numbers)!
      }.joined()
      func split(_ text: String, _ separator: Unicode.Scalar) -> [String] {
        text.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
      }
      let (lines, fields) = (split(text, "\n"), SeparatedText(text, by: "\n"))
      guard fields.fields == lines, fields.count == lines.count else {
        return "\(fields.fields), not \(lines)"
      }
      // The last line feed ends the last row.
      let rows = lines.dropLast().map { split($0, ",") }
      let columns = rows.first?.count ?? 1
      let isTable = lines.last == "" && rows.allSatisfy { $0.count == columns }
      guard let table = SeparatedText(rows: text, columns: columns) else {
        return isTable ? "\(rows) has \(columns) columns" : nil
      }
      guard isTable, table.fields == rows.joined().map(\.self) else { return "\(table.fields), not \(rows)" }
      let (first, step) = (Int.random(in: 0...3, using: &numbers), Int.random(in: 1...3, using: &numbers))
      let values = stride(from: first, to: table.count, by: step).map { Double(table[$0]) }
      return table.numbers(from: first, every: step) == values ? nil : "not the numbers \(values)"
    }
  }

  @Test(
    "rows of another length, without an end, or with another separator are refused",
    arguments: ["a,b\nc\n", "a,b\nc,d", "a,b\nc,d,\n", "a\nb,c\nd\n", "a,b\n\n", "a,b,c\nd\n"])
  func otherRows(text: String) {
    #expect(SeparatedText(rows: text, columns: 2)?.fields == nil)
  }

  @Test("whole rows are split at both separators")
  func wholeRows() throws {
    let table = try #require(SeparatedText(rows: "a,b\n1,\n2.5,x\n", columns: 2))
    #expect(table.fields == ["a", "b", "1", "", "2.5", "x"])
    #expect(table[0..<2] == "a,b")
    #expect(table.numbers(from: 2, every: 2) == [1, 2.5])
    #expect(table.numbers(from: 3, every: 2) == [nil, nil])
  }

  @Test("several fields keep the separators between them")
  func ranges() {
    let text = SeparatedText("a,,c,dé", by: ",")
    #expect(text[0] == "a" && text[1].isEmpty && text[3] == "dé")
    #expect(text[1..<4] == ",c,dé")
    #expect(text[0..<2] == "a,")
    #expect(SeparatedText("", by: ",").fields == [""])
  }
}
