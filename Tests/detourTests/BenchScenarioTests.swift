import Foundation
import Testing

/// Scenarios of others as benchmarks, in their CI.
@Suite(.waitsForPrograms) struct BenchScenarioTests {
  let scratch = Scratch()

  init() throws {
    try Program.copy(to: "detour", in: scratch)
    try scratch.write(Town.scenario.replacing("count: 300", with: "count: 60"), to: "a/town.json5")
    try scratch.write(Town.scenario.replacing("count: 300", with: "count: 50"), to: "b/town.json5")
  }

  private func bench(_ words: String...) throws -> Program.Call {
    try Program.call(scratch.url.appending(path: "detour"), ["bench"] + words, in: scratch)
  }

  @Test
  func `a scenario is measured, with its work and the fingerprint of its run`() throws {
    try Program.run("run", "a/town.json5", "--out", "run", "--quiet", in: scratch).expectSuccess()
    let manifest = try JSONSerialization.jsonObject(with: scratch.data("run/manifest.json")) as? [String: Any]
    let fingerprint = try #require(manifest?["fingerprint"] as? String)
    let call = try bench(
      "--scenario", "a/town.json5", "--repetitions", "2", "--out", "m", "--junit", "m.xml", "--markdown",
      "m.md")
    call.expectSuccess()
    #expect(call.output.contains("scenario/town@1 "))
    #expect(call.output.contains("  events ") && call.output.contains("  fingerprint \(fingerprint)\n"))
    // A policy that evaluates nothing has no such count.
    #expect(!call.output.contains("evaluated"))
    let json = try JSONSerialization.jsonObject(with: scratch.data("m/benchmark.json")) as? [String: Any]
    let result = try #require((json?["results"] as? [[String: Any]])?.first)
    #expect(
      result["benchmark"] as? String == "scenario/town" && result["fingerprint"] as? String == fingerprint)
    #expect((result["peak_bytes"] as? Int ?? 0) > 1_000_000)
    #expect((result["counts"] as? [String: Int])?["events"] ?? 0 > 100)
    #expect(try scratch.text("m.xml").contains("name=\"scenario/town@1\""))
    #expect(try scratch.text("m.md").contains("| scenario/town&#64;1 | "))
  }

  @Test
  func `what a scenario names is found from its folder`() throws {
    for (name, text) in [
      ("line.json5", Line.scenario), ("drivers.csv", Line.drivers), ("requests.csv", Line.requests),
    ] {
      try scratch.write(text, to: "deep/down/" + name)
    }
    let call = try bench("--scenario", "deep/down/line.json5", "--repetitions", "1", "--format", "json")
    call.expectSuccess()
    #expect(call.output.contains("\"scenario/line\""))
  }

  @Test
  func `two versions of a scenario are one benchmark`() throws {
    let same = try bench(
      "compare", "a/town.json5", "a/town.json5", "--gates", "exact", "--format", "markdown")
    same.expectSuccess()
    #expect(same.output.hasPrefix("### Did it get worse? no\n"))
    // They may be called differently.
    try scratch.write(try scratch.text("b/town.json5"), to: "new.json5")
    let other = try bench("compare", "a/town.json5", "new.json5", "--gates", "exact", "--format", "junit")
    #expect(other.status == 1 && other.errors == "")
    #expect(other.output.contains("name=\"scenario/new@1\""))
    // What a user knows of a run, and not how it was worked out.
    #expect(other.output.contains("<failure type=\"worse\" message=\"other results: match_rate "))
    #expect(other.output.contains(" %, ") && !other.output.contains("heap_operations"))
    let times = other.output.matches(of: /time="([0-9.]+)"/).compactMap { Double($0.output.1) }
    #expect(times.count == 2 && times.allSatisfy { $0 > 0 })
  }

  @Test
  func `a baseline that is kept, and programs in turn, take scenarios too`() throws {
    try bench("--scenario", "a/town.json5", "--repetitions", "1", "--out", "baseline").expectSuccess()
    try bench("compare", "baseline", "a/town.json5", "--gates", "exact").expectSuccess()
    let changed = try bench("compare", "baseline", "b/town.json5", "--gates", "exact")
    #expect(changed.status == 1 && changed.output.hasSuffix("worse: yes\n"))
    let program = scratch.path("detour")
    let both = try bench(
      "compare", program, program, "--scenario", "a/town.json5", "--gates", "exact", "--json")
    both.expectSuccess()
    #expect(both.output.contains("\"scenario/town@1\""))
    // Nobody can tell where times were not measured in turn.
    let times = try bench(
      "compare", "baseline", "a/town.json5", "--gates", "time", "--format", "junit", "--junit", "t.xml")
    #expect(times.status == 3)
    #expect(times.output.contains("<skipped message=\"cannot tell: times are compared only if both"))
    #expect(try scratch.text("t.xml").contains("skipped=\"1\""))
  }

  @Test
  func `a head that cannot be run is worse, with the reason`() throws {
    try scratch.write("driver_id,depart_s\n1,0\n", to: "broken/drivers.csv")
    try scratch.write(Line.requests, to: "broken/requests.csv")
    try scratch.write(Line.scenario, to: "broken/town.json5")
    let call = try bench("compare", "a/town.json5", "broken/town.json5", "--gates", "exact")
    #expect(call.status == 1)
    #expect(call.output.contains("fails, and the base does not: exit code 65: detour: "))
  }

  @Test
  func `the history goes where it is told`() throws {
    for number in 1...2 {
      try bench(
        "--scenario", "a/town.json5", "--repetitions", "1", "--out", "h/\(number)", "--commit",
        "c0ffee\(number)"
      ).expectSuccess()
    }
    try bench("history", "h", "--out", "h.md").expectSuccess()
    #expect(try scratch.text("h.md").contains("| scenario/town&#64;1 | "))
    try bench("history", "h", "--out", "h.csv", "--figure", "memory").expectSuccess()
    #expect(try scratch.text("h.csv").split(separator: "\n").count == 3)
    let printed = try bench("history", "h", "--out", "-")
    printed.expectSuccess()
    #expect(printed.output == (try scratch.text("h.md")))
    guard
      (try? Program.call(URL(filePath: "/usr/bin/env"), ["gnuplot", "--version"], in: scratch))?.status == 0
    else { return }
    // Whoever only looks finds everything as it was.
    let (before, listed) = (try scratch.names(in: "h"), try scratch.names())
    let looked = try bench("history", "h")
    looked.expectSuccess()
    #expect(looked.output == printed.output)
    try bench("history", "h", "--json").expectSuccess()
    #expect(try scratch.names(in: "h") == before && scratch.names() == listed)
    let drawn = try bench("history", "h", "--out", "plots/h.svg", "--figure", "memory")
    drawn.expectSuccess()
    #expect(drawn.output == "plots/h.svg\n")
    #expect(try scratch.names(in: "plots") == ["h.svg"])
    #expect(try scratch.text("plots/h.svg").contains("scenario/town@1"))
  }

  /// A policy that thinks until it has had so much of the processor, which is less than a run of it is told to have had.
  @Test
  func `a policy in a process of its own is timed with the run`() throws {
    let think = "import time\nwhile time.process_time() < 0.4:\n    pass"
    try scratch.write(PolicyPrograms.python(PolicyPrograms.least, before: think), to: "c/slow.py")
    try scratch.write(
      Town.scenario.replacing("count: 300", with: "count: 30").replacing(
        "seed: 7,", with: "seed: 7, matching: { policy: { command: [\"python3\", \"slow.py\"] } },"),
      to: "c/town.json5")
    let call = try bench(
      "--worker", "scenario/town@1", "--scenario", "c/town.json5", "--repetitions", "2", "--data", ".",
      "--scenarios", ".")
    call.expectSuccess()
    let times = call.output.matches(of: /"cpu_s":([0-9.e-]+)/).compactMap { Double($0.output.1) }
    #expect(times.count == 2 && times.allSatisfy { $0 >= 0.4 }, "\(times)")
  }

  @Test
  func `routing that measuring keeps beside a network is told`() throws {
    try scratch.write(Loop.map, to: "n/loop.osm")
    try Program.run("network", "import", "n/loop.osm", "-o", "n/loop.network", in: scratch).expectSuccess()
    try scratch.write(Loop.scenario.replacing("loop.osm", with: "loop.network"), to: "n/loop.json5")
    try scratch.write(Loop.drivers, to: "n/drivers.csv")
    try scratch.write(Loop.requests, to: "n/requests.csv")
    let words = ["--scenario", "n/loop.json5", "--repetitions", "1", "--format", "json"]
    let first = try Program.call(scratch.url.appending(path: "detour"), ["bench"] + words, in: scratch)
    first.expectSuccess(warns: true)
    #expect(first.errors.contains("n/loop.network.routing was created: it caches the routing preprocessing"))
    try Program.call(scratch.url.appending(path: "detour"), ["bench"] + words, in: scratch).expectSuccess()
  }

  @Test
  func `a history without anything in it is no success`() throws {
    try scratch.write("[]", to: "empty/x/other.json")
    try bench("history", "empty").expectFailure(65, "empty: holds no results")
    try bench("--scenario", "a/town.json5", "--repetitions", "1", "--out", "h/1").expectSuccess()
    let text = try scratch.text("h/1/benchmark.json")
    let head = try #require(text.range(of: "\"results\": ["))
    let tail = try #require(text.range(of: "\"growth\""))
    try scratch.write(text[..<head.upperBound] + "], " + text[tail.lowerBound...], to: "h/1/benchmark.json")
    for words in [[], ["--out", "h.md"], ["--out", "h.csv"], ["--out", "pictures"]] {
      try Program.run(["bench", "history", "h"] + words, in: scratch).expectFailure(65, "h: has no figures")
    }
    #expect(try scratch.names() == ["a", "b", "detour", "empty", "h"])
  }

  @Test(arguments: [
    (["--scenario", "missing.json5"], 65, "missing.json5: there is no such file"),
    (
      ["--scenario", "a/town.json5", "--scenario", "b/town.json5"], 64,
      "a/town.json5 is already called scenario/town"
    ),
    (["--format", "yaml"], 64, "--format yaml: give one of text, markdown, junit, json"),
    (["--format", "text", "--json"], 64, "--json and --format text: give one of them"),
    (
      ["history", "--junit", "x.xml"], 64,
      "--junit is not an option of `detour bench history`; it is an option of `compare`, `results`, `detour bench` without"
    ),
    (
      ["history", "--format", "junit"], 64, "--format junit: give one of text, json"
    ),
    (
      ["history", "h", "--pairs", "3"], 64,
      "--pairs is not an option of `detour bench history`; it is an option of `compare`, `race`"
    ),
    (
      ["kernel/hold", "--gates", "exact"], 64,
      "--gates is not an option of `detour bench`; it is an option of `compare`"
    ),
    (["results", "--repetitions", "2"], 64, "--repetitions is not an option of `detour bench results`"),
    (
      ["compare", "a/town.json5", "b/town.json5", "--pairs", "6"], 64,
      "--pairs 6: give 8 or more; the smallest possible p-value of 6 pairs is 0.031, and a slowdown is reported only below 0.01"
    ),
    (
      ["--scenario", "a/town.json5", "--junit", "no/x.xml"], 65,
      "no/x.xml: cannot be written (there is no folder no)"
    ),
    (["compare", "a/town.json5", "missing.json5"], 65, "missing.json5: there is no such file"),
  ])
  func `bad input is told before anything is measured`(words: [String], code: Int32, sentence: String) throws
  {
    try Program.run(["bench"] + words, in: scratch).expectFailure(code, sentence)
  }
}
