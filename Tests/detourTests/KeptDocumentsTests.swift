import Foundation
import TestSupport
import Testing

/// The documents that the program prints are the ones that are kept.
struct KeptDocumentsTests {
  private static let folder = SharedData.checkout.appending(path: "docs")
  let scratch = Scratch()

  @Test(arguments: [
    ("scenario.schema.json", ["schema"], ""), ("study.schema.json", ["schema", "--study"], ""),
    ("scenario.md", ["schema", "--markdown"], "parts/scenario-head.md"),
    ("study.md", ["schema", "--study", "--markdown"], "parts/study-head.md"),
    ("columns.md", ["columns", "--markdown"], ""),
  ])
  func `a kept document is what the program prints; if a change is meant, make docs`(
    name: String, words: [String], head: String
  ) throws {
    let call = try Program.run(words, in: scratch)
    call.expectSuccess()
    func text(_ name: String) throws -> String {
      try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    }
    #expect(try text(name) == (head.isEmpty ? "" : text(head)) + call.output)
  }
}
