import Foundation
import JSON5
import Testing

@Suite(.waitsForPrograms) struct RunTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  /// Runs the town into `folder` with more `words`.
  private func town(into folder: String, _ words: String...) throws -> RunResult {
    try Program.run(["run", "town.json5", "--out", folder] + words, in: scratch).expectSuccess()
    return try RunResult(folder, in: scratch)
  }

  @Test
  func `two runs leave the same bytes, and a sound result`() throws {
    let one = try town(into: "one")
    let two = try town(into: "two")
    #expect(try one.tables() == two.tables())
    #expect(one.fingerprint == two.fingerprint)
    #expect(one.runID == two.runID)
    #expect(one.fingerprint.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    try expectSound(one)
    let outcomes = try one.outcomes()
    for outcome in ["served", "unmatched", "probe_hit", "probe_miss"] {
      #expect(outcomes[outcome, default: 0] > 0, "\(outcome)")
    }
  }

  @Test
  func `threads change no result, and what is ignored of them is said`() throws {
    let together = ["--set", "matching.policy=batch", "--set", "matching.batch.window_s=60"]
    try Program.run(["run", "town.json5", "--out", "alone"] + together, in: scratch).expectSuccess()
    func run(_ folder: String, _ words: [String]) throws -> Program.Call {
      try Program.run(["run", "town.json5", "--out", folder] + words, in: scratch)
    }
    let many = try run("many", together + ["--threads", "4096"])
    many.expectSuccess(warns: true)
    #expect(many.errors.contains("warning: --threads 4096: there are only "))
    #expect(try RunResult("many", in: scratch).tables() == RunResult("alone", in: scratch).tables())
    let atOnce = try run("at-once", ["--threads", "2"])
    atOnce.expectSuccess(warns: true)
    #expect(
      atOnce.errors.contains("warning: --threads 2 has no effect on this run: threads are used only for"))
    let small = try run("small", ["--set", "matching.policy=insertion", "--threads", "2"])
    small.expectSuccess(warns: true)
    #expect(small.errors.contains("no effect on this run: a search over fewer than 8192 drivers is"))
    try run("none", ["--threads", "0"]).expectFailure(64, "--threads 0")
  }

  @Test
  func `the manifests of two runs are the same but for where they lie`() throws {
    let one = try town(into: "one")
    let two = try town(into: "two")
    #expect(one.manifest as NSDictionary == two.manifest as NSDictionary)
    let deeper = try town(into: "a/b/three")
    #expect(deeper.manifest["scenario_folder"] as? String == "../../..")
  }

  @Test
  func `another seed or replication makes other results`() throws {
    let runs = [
      try town(into: "plain"), try town(into: "seed", "--seed", "8"),
      try town(into: "replication", "--replication=1"),
    ]
    #expect(Set(runs.map(\.fingerprint)).count == 3)
    #expect(Set(runs.map(\.runID)).count == 3)
    let same = try town(into: "same", "--seed", "7", "--replication", "0")
    #expect(same.fingerprint == runs[0].fingerprint)
    #expect(same.runID == runs[0].runID)
  }

  @Test
  func `another value for a field is a scenario with that value`() throws {
    let plain = try town(into: "plain")
    let wider = try town(into: "wider", "--set", "matching.radius_m=2000", "--set=matching.spacing_m=250")
    #expect(wider.manifest["overrides"] as? [String] == ["matching.radius_m=2000", "matching.spacing_m=250"])
    #expect(wider.fingerprint != plain.fingerprint)
    let text = Town.scenario.replacing(
      "seed: 7,", with: "seed: 7, matching: { radius_m: 2000, spacing_m: 250 },")
    try scratch.write(text, to: "town.json5")
    let written = try town(into: "written")
    #expect(try wider.tables() == written.tables())
    #expect(wider.runID == written.runID)
  }

  @Test(arguments: [
    ("matching.radius_m=-5", "matching.radius_m: found -5, which is out of range"),
    ("matching.radius_m=NaN", "matching.radius_m: found NaN"),
    ("matching.radius=5", "matching.radius: is not a field; did you mean `radius_m`?"),
    ("matching.radius_m", "there is no `=`; write path=value"),
    ("space.columns=many", "--set space.columns=many"),
  ])
  func `a bad value for a field is refused`(assignment: String, sentence: String) throws {
    let call = try Program.run("run", "town.json5", "--out", "out", "--set", assignment, in: scratch)
    call.expectFailure(65, "--set", sentence)
    #expect(try scratch.names() == ["town.json5"])
  }

  @Test
  func `quiet prints nothing, and otherwise the summary and the place are printed`() throws {
    let quiet = try Program.run("run", "town.json5", "--quiet", in: scratch)
    quiet.expectSuccess()
    #expect(quiet.output == "")
    let result = try RunResult("Results/town", in: scratch)
    let loud = try Program.run("run", "town.json5", "--force", in: scratch)
    loud.expectSuccess()
    #expect(loud.output.contains(result.fingerprint))
    #expect(loud.output.contains(result.runID))
    #expect(loud.output.hasSuffix("results      Results/town\n"))
    #expect(loud.output.contains("3 per cycle, the first included"))
    #expect(!loud.output.contains("\u{1B}"))
  }

  @Test
  func `the summary as JSON holds what summary.csv holds`() throws {
    let call = try Program.run("run", "town.json5", "--out", "out", "--json", in: scratch)
    call.expectSuccess()
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any])
    let result = try RunResult("out", in: scratch)
    #expect(json["fingerprint"] as? String == result.fingerprint)
    #expect(json["run_id"] as? String == result.runID)
    let outcomes = try #require(json["outcomes"] as? [String: Int])
    #expect(try outcomes.filter { $0.value > 0 } == result.outcomes())
    let metrics = try #require(json["figures"] as? [String: Any])
    let rows = try result.rows("summary")
    #expect(Set(rows.map { $0["metric"] }) == Set(metrics.keys))
    for row in rows {
      let metric = metrics[row["metric"]]
      let figure = row["statistic"] == "value" ? metric : (metric as? [String: Any])?[row["statistic"]]
      #expect(figure as? Double == row.number("value"), "\(row["metric"]) \(row["statistic"])")
    }
  }

  @Test(arguments: ["dijkstra", "hierarchy", "labels"])
  func `how the network answers changes no result`(method: String) throws {
    let plain = try town(into: "plain")
    let other = try town(into: "other", "--routing", method)
    #expect(try plain.tables() == other.tables())
    #expect(plain.runID == other.runID)
  }

  @Test
  func `what is recorded changes no result`() throws {
    let plain = try town(into: "plain")
    let recorded = try town(into: "recorded", "--record", "candidates", "--record", "events")
    #expect(try plain.tables() == recorded.tables())
    #expect(plain.fingerprint == recorded.fingerprint)
    #expect(!scratch.has("plain/candidates.csv") && !scratch.has("plain/events.csv"))
    let stages: Set = ["", "radius", "route", "seats", "preferences", "limits"]
    let candidates = try recorded.rows("candidates")
    #expect(!candidates.isEmpty)
    #expect(candidates.allSatisfy { row in row.fields.values.contains { stages.contains($0) } })
    let times = try recorded.rows("events").compactMap { $0.number("time_s") }
    #expect(zip(times, times.dropFirst()).allSatisfy(<=))
    #expect(times.count > candidates.count / 100)
    let one = try town(into: "one", "--record=events")
    #expect(one.scratch.has("one/events.csv") && !one.scratch.has("one/candidates.csv"))
  }

  @Test
  func `the fingerprint can be computed again without the program`() throws {
    let result = try town(into: "out")
    let recipe = try #require(result.manifest["fingerprint_recipe"] as? [String: Any])
    let command = try #require(recipe["command"] as? String)
    let call = try Program.call(
      URL(filePath: "/bin/sh"), ["-c", "cd out && " + command], in: scratch)
    #expect(call.output == result.fingerprint + "\n")
  }
}

@Suite(.waitsForPrograms) struct ResultPlaceTests {
  let scratch = Scratch()

  init() throws { try Line.write(to: scratch) }

  @Test
  func `results that stand there are only replaced by force`() throws {
    let words = ["run", "line.json5", "--quiet", "--out", "out"]
    try Program.run(words, in: scratch).expectSuccess()
    let first = try scratch.data("out/manifest.json")
    let refused = try Program.run(words + ["--seed", "9"], in: scratch)
    refused.expectFailure(65, "out: results already exist there", "--force to replace them")
    #expect(try scratch.data("out/manifest.json") == first)
    try Program.run(words + ["--seed", "9", "--force"], in: scratch).expectSuccess()
    #expect(try scratch.data("out/manifest.json") != first)
    #expect(try scratch.names() == ["drivers.csv", "line.json5", "out", "requests.csv"])
  }

  @Test
  func `a folder of something else is not replaced even by force`() throws {
    try scratch.write("my thesis", to: "out/thesis.txt")
    let call = try Program.run("run", "line.json5", "--out", "out", "--force", in: scratch)
    call.expectFailure(65, "the folder contains `thesis.txt` and no manifest.json")
    #expect(try scratch.text("out/thesis.txt") == "my thesis")
    let file = try Program.run("run", "line.json5", "--out", "line.json5", "--force", in: scratch)
    file.expectFailure(65, "line.json5: not a folder")
    #expect(try scratch.text("line.json5") == Line.scenario)
  }

  @Test
  func `an empty folder is filled, and missing folders above are made`() throws {
    try scratch.write("", to: "empty/x")
    try FileManager.default.removeItem(atPath: scratch.path("empty/x"))
    try Program.run("run", "line.json5", "--out", "empty", in: scratch).expectSuccess()
    #expect(scratch.has("empty/manifest.json"))
    try Program.run("run", "line.json5", "--out", "a/b/c/", in: scratch).expectSuccess()
    #expect(scratch.has("a/b/c/manifest.json"))
  }

  @Test
  func `the scenario can lie anywhere, and its files lie beside it`() throws {
    try Line.write(to: scratch)
    let elsewhere = Scratch()
    let here = try Program.run("run", "line.json5", "--out", "out", in: scratch)
    here.expectSuccess()
    let path = scratch.path("line.json5")
    try Program.run("run", path, "--out", "out", in: elsewhere).expectSuccess()
    #expect(try RunResult("out", in: scratch).tables() == RunResult("out", in: elsewhere).tables())
  }
}
