import Foundation
import TestSupport
import Testing

/// The page of two runs side by side.
@Suite(.waitsForPrograms) struct PairPageTests {
  let scratch = Scratch()

  /// Runs the shipped scenario `name` into the folder `out`, with the fields `sets`.
  private func run(_ name: String, _ out: String, _ sets: String...) throws {
    let scenario = SharedData.checkout.appending(path: "Scenarios/\(name).json5").path
    let call = try Program.run(
      ["run", scenario, "--out", out, "--quiet"] + sets.flatMap { ["--set", $0] }
        + (name == "quickstart" ? ["--record", "tracks"] : []), in: scratch)
    #expect(call.status == 0, "\(call.errors)")
  }

  /// Makes two small runs that differ in the radius.
  private func makeRuns() throws {
    let size = ["supply.count=900", "demand.count=150"]
    try run("quickstart", "a", size[0], size[1])
    try run("quickstart", "b", size[0], size[1], "matching.radius_m=1500")
  }

  @Test(.enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing))
  func `two carpools stand side by side, with their differences`() throws {
    try makeRuns()
    let call = try Program.run("report", "a", "b", in: scratch)
    call.expectSuccess()
    #expect(call.output == "a-and-b.html\n")
    let page = "a-and-b.html"
    try BrowserCheck.expect("check_pair", "figures", page, "a", "b", "matching.radius_m", in: scratch)
    try BrowserCheck.expect("check_pair", "sections", page, "a", "b", "requests", "request_id", in: scratch)
    try BrowserCheck.expect("check_pair", "maps", page, "a", "b", in: scratch)
    try BrowserCheck.expect("check_pair", "everyone", page, in: scratch)
    // The same bytes again; another seed has no request in common.
    let first = try scratch.data(page)
    try Program.run("report", "a", "b", "--out", "again.html", in: scratch).expectSuccess()
    #expect(try scratch.data("again.html") == first)
    try run("quickstart", "c", "supply.count=900", "demand.count=150", "seed=2")
    try Program.run("report", "a", "c", "--out", "others.html", in: scratch).expectSuccess()
    try BrowserCheck.expect("check_pair", "others", "others.html", in: scratch)
  }

  @Test(
    .enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing),
    arguments: [
      ["services", "jobs", "job_id", "demand.count=120", "matching.attempts=1"],
      ["orders", "orders", "order_id", "demand.count=200", "matching.attempts=1"],
    ])
  func `two runs of another market do too`(run words: [String]) throws {
    try run(words[0], "a", words[3])
    try run(words[0], "b", words[3], words[4])
    try Program.run("report", "a", "b", in: scratch).expectSuccess()
    let page = "a-and-b.html"
    try BrowserCheck.expect("check_pair", "figures", page, "a", "b", "matching.attempts", in: scratch)
    try BrowserCheck.expect("check_pair", "sections", page, "a", "b", words[1], words[2], in: scratch)
    try BrowserCheck.expect("check_pair", "everyone", page, in: scratch)
  }

  @Test func `what cannot stand side by side is refused in a sentence`() throws {
    try run("quickstart", "a", "supply.count=60", "demand.count=20")
    try run("shifts-recorded", "shifts")
    try FileManager.default.copyItem(
      at: scratch.url.appending(path: "a"), to: scratch.url.appending(path: "copy"))
    try Program.run("report", "a", "shifts", in: scratch).expectFailure(
      65, "a is a run of carpool and shifts one of shifts: give two runs of one market")
    for other in ["a", "./a/", "copy"] {
      try Program.run("report", "a", other, in: scratch).expectFailure(65, "are the same run")
    }
    try Program.run("report", "a", "b", "c", in: scratch).expectFailure(64, "expects FOLDER [OTHER], got 3")
    try Program.run("report", "a", "nowhere", in: scratch).expectFailure(65, "nowhere: ")
    try Program.run("report", "a", "copy", "--stories", "5", in: scratch).expectFailure(
      64, "--stories applies to a single folder")
    try Program.run("report", "a", "copy", "--methods", in: scratch).expectFailure(
      64, "--methods applies to a single folder")
    try Program.run("report", "a", "shifts", "--out", "shifts/page.html", in: scratch).expectFailure(
      64, "lies in the folder of the results")
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "study"), withIntermediateDirectories: true)
    try scratch.write("run_id\n", to: "study/runs.csv")
    try Program.run("report", "a", "study", in: scratch).expectFailure(65, "study: is the folder of a study")
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "a-and-shifts.html").path))
  }

  @Test func `json names both folders`() throws {
    try run("quickstart", "a", "supply.count=60", "demand.count=20")
    try run("quickstart", "b", "supply.count=60", "demand.count=20", "seed=3")
    let call = try Program.run("report", "a", "b", "--json", in: scratch)
    #expect(call.status == 0, "\(call.errors)")
    #expect(call.output.contains("\"other\": \"b\"") && call.output.contains("\"page\": \"a-and-b.html\""))
  }
}
