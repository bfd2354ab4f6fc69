import Tables
import TestSupport
import Testing

@Suite
struct SeparatedTextTests {
  @Test("its fields are those of split, with empty ones, by one separator and by two")
  func fields() {
    forAll(seeds: 0..<300) { seed in
      var numbers = TestGenerator(seed: seed)
      let text = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
        [",", "\n", "", "7", "é", "-1.5", " ", "\r"].randomElement(using: &numbers)!
      }.joined()
      let lines = SeparatedText(text, by: "\n")
      let both = SeparatedText(text, by: ",", or: "\n")
      func split(_ isSeparator: (Unicode.Scalar) -> Bool) -> [String] {
        text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isSeparator).map {
          String($0)
        }
      }
      let whole = split { $0 == "\n" }
      guard lines.fields == whole else { return "the lines \(lines.fields), not \(whole)" }
      let fields = split { $0 == "\n" || $0 == "," }
      guard both.fields == fields, both.count == fields.count else { return "\(both.fields), not \(fields)" }
      let (first, step) = (Int.random(in: 0...3, using: &numbers), Int.random(in: 1...3, using: &numbers))
      let values = stride(from: first, to: fields.count, by: step).map { Double(fields[$0]) }
      return both.numbers(from: first, every: step) == values ? nil : "not the numbers \(values)"
    }
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
