import Foundation
import Testing

/// A study is more than the place that it stands in.
@Suite(.waitsForPrograms) struct MovedStudyTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  private let words = [
    "--vary", "matching.radius_m=600,1200", "--replications", "3", "--quiet", "--set", "demand.count=60",
    "--set", "supply.count=60",
  ]

  @Test
  func `a study that was moved can be analysed, compared, drawn and merged`() throws {
    try Program.run(["sweep", "town.json5", "--out", "study"] + words, in: scratch).expectSuccess()
    let before = try Program.run("analyse", "study", in: scratch).output
    try FileManager.default.createDirectory(
      atPath: scratch.path("far/away"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: scratch.path("study"), toPath: scratch.path("far/away/study"))
    try FileManager.default.removeItem(atPath: scratch.path("town.json5"))
    let after = try Program.run("analyse", "far/away/study", in: scratch)
    after.expectSuccess()
    #expect(after.output.replacing("far/away/study", with: "study") == before)
    let compared = try Program.run(
      "compare", "far/away/study", "--a", "matching.radius_m=600", "--b", "matching.radius_m=1200",
      in: scratch)
    #expect([0, 1, 3].contains(compared.status))
    #expect(compared.errors == "")
    try Program.run("merge", "far/away/study", "--out", "merged", "--quiet", in: scratch).expectSuccess()
    #expect(try scratch.data("merged/runs.csv") == scratch.data("far/away/study/runs.csv"))
  }

  @Test
  func `a study goes on, and does a run again, from another working folder and after it was moved`() throws {
    try Program.run(["sweep", "town.json5", "--out", "study", "--shard", "1/2"] + words, in: scratch)
      .expectSuccess()
    let elsewhere = scratch.path("")
    let other = Scratch()
    func sweep(_ more: String...) throws -> Program.Call {
      try Program.run(
        ["sweep", elsewhere + "town.json5"] + words.filter { $0 != "--quiet" } + more, in: other)
    }
    let few = TownStudy.count("study", in: scratch)
    try sweep("--out", elsewhere + "study").expectSuccess()
    let all = TownStudy.count("study", in: scratch)
    #expect(few == 3 && all == 6)
    let id = try Table("study/runs.csv", in: scratch).column("run_id")[4]
    let again = try sweep("--out", elsewhere + "study", "--only", id)
    again.expectSuccess()
    #expect(again.output == "run \(id): identical, byte for byte\n")
    // Moved, it is the same study: the way to its scenario is found anew.
    try FileManager.default.moveItem(atPath: elsewhere + "study", toPath: other.path("moved"))
    let performance = try other.data("moved/performance.csv")
    try sweep("--out", "moved").expectSuccess()
    #expect(try other.data("moved/performance.csv") == performance, "no run is repeated")
  }
}
