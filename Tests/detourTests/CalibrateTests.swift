import Foundation
import JSON5
import Testing

/// `detour calibrate` as a user meets it, on a town small enough for many runs.
@Suite(.waitsForPrograms) struct CalibrateTests {
  private static let words = [
    "calibrate", "town.json5", "--observed", "observed.csv", "--vary", "behaviour.decline_probability=0:0.9",
    "--vary", "matching.radius_m=500:2000", "--design", "lhs", "8", "--waves", "2", "--replications", "5",
  ]
  let scratch = Scratch()

  init() throws {
    try Town.write(to: scratch)
    // A day of the town where half of the drivers decline and the radius is a kilometre.
    try Program.run(
      [
        "run", "town.json5", "-qo", "day", "--seed", "8", "--set", "behaviour.decline_probability=0.5",
        "--set", "matching.radius_m=1000",
      ], in: scratch
    ).expectSuccess()
    let rows = try scratch.text("day/summary.csv").split(separator: "\n").map { $0.split(separator: ",") }
    let head = try #require(rows.first)
    func value(_ metric: String, _ statistic: String) throws -> Substring {
      let row = try #require(
        rows.first { $0.contains(Substring(metric)) && $0.contains(Substring(statistic)) })
      return row[try #require(head.firstIndex(of: "value"))]
    }
    try scratch.write(
      "figure,value\nmatch_rate,\(value("match_rate", "value"))\ndriver_detour_s.mean,\(value("driver_detour_s", "mean"))\n",
      to: "observed.csv")
  }

  /// What is made of the study.
  private static let findings = ["calibration.csv", "calibrate.json", "calibrated.json5"]

  @Test
  func `the settings of a made day are found, and the scenario at the likeliest point is that point`() throws
  {
    let call = try Program.run(Self.words + ["--out", "found"], in: scratch)
    call.expectSuccess()
    for part in [
      "town-calibrate: 2 fields by 2 observed figures, in ",
      "Not implausible, as a share of the ranges (no figure off by more than ",
      "behaviour.decline_probability  ", "Likeliest: behaviour.decline_probability = ",
    ] {
      #expect(call.output.contains(part), "\(part): \(call.output)")
    }
    let json = try #require(JSON(parsing: scratch.text("found/calibrate.json")))
    for (field, truth) in zip(json["fields"]?.items ?? [], [0.5, 1000]) {
      let (low, high) = (field["lower"]?.real ?? .nan, field["upper"]?.real ?? .nan)
      #expect(low <= truth && truth <= high, "\(field)")
    }
    #expect(try scratch.text("found/calibration.csv").split(separator: "\n").count == 2001)
    let again = try Program.run(Self.words + ["--out", "found", "--json"], in: scratch)
    #expect(
      try again.output.replacing("\"study\": \"found\"", with: "\"study\": \".\"")
        == scratch.text("found/calibrate.json"))
    try Program.run("run", "found/calibrated.json5", "-qo", "best", in: scratch).expectSuccess()
    let run = try #require(JSON(parsing: scratch.text("best/manifest.json")))
    #expect(run["run_id"] == json["best"]?["run_id"])
    try Program.run("report", "found", "-q", in: scratch).expectSuccess()
    let page = try scratch.text("found.html")
    #expect(page.contains("What the observed figures tell") && page.contains("Two at a time"))
  }

  @Test
  func `jobs and interruptions change no byte`() throws {
    try TownStudy.expectSameBytes(of: Self.words, with: Self.findings, in: scratch)
  }

  @Test
  func `a figure that no setting reaches is told, with the point that comes nearest`() throws {
    try scratch.write("figure,value,standard_error\nmatch_rate,0.99,0.001\n", to: "observed.csv")
    let call = try Program.run(Self.words + ["--out", "none"], in: scratch)
    #expect(call.status == 1 && call.errors == "")
    #expect(call.output.contains(": nothing. No setting reproduces the observations"))
    #expect(call.output.contains("\nNearest: behaviour.decline_probability = "))
    try Program.run("report", "none", "-q", in: scratch).expectSuccess()
  }

  @Test(arguments: [
    ("figure,value\nhappiness,1\n", [], "`happiness` is not a figure"),
    ("figure,value\nmatch_rate,often\n", [], "observed.csv:2: column value: found “often”"),
    ("figure,value\nmatch_rate,0.4\nmatch_rate,0.5\n", [], "match_rate appears twice"),
    ("figure,value,standard_error\nmatch_rate,0.4,-1\n", [], "standard error of 0 or more"),
    ("figure,value\n", [], "there are no rows below the header"),
    ("figure,share\nmatch_rate,0.4\n", [], "missing column value"),
    (
      "figure,value\nmatch_rate,0.4\n", ["--design", "lhs", "3"],
      "a surface over 2 fields requires 4 points or more"
    ),
    (
      "figure,value\nmatch_rate,0.4\n", ["--vary", "matching.policy=first,random"],
      "`matching.policy` has no range"
    ),
    (
      "figure,value\nmatch_rate,0.4\n", ["--set", "matching.policy=insertion"],
      "matching.radius_m, which varies, has no effect"
    ),
  ])
  func `what is wrong is said`(observed: String, words: [String], part: String) throws {
    try scratch.write(observed, to: "observed.csv")
    // An option that is given again stands for the one before.
    let base =
      words.first == "--design" ? Self.words.filter { !["--design", "lhs", "8"].contains($0) } : Self.words
    let call = try Program.run(base + words + ["--out", "bad"], in: scratch)
    #expect([64, 65].contains(call.status) && call.errors.contains(part), "\(call.errors)\(call.output)")
  }

  @Test
  func `two equal commands at once find the same, and name no folder in their files`() throws {
    let words = Self.words + ["--out", "found", "-q"]
    let logs = [Scratch(), Scratch()]
    let processes = try logs.map { try Program.start(Program.url, words, in: scratch, log: $0) }
    for (process, log) in zip(processes, logs) {
      process.waitUntilExit()
      let errors = try log.text("errors")
      #expect(process.terminationStatus == 0, "\(errors)")
    }
    #expect(try scratch.text("found/calibrate.json").contains("\"study\": \".\""))
    try Program.run(Self.words + ["--out", "alone", "-q"], in: scratch).expectSuccess()
    for name in Self.findings { #expect(try scratch.data("found/" + name) == scratch.data("alone/" + name)) }
  }

  @Test
  func `a scenario that was edited by hand stays`() throws {
    let words = Self.words + ["--out", "found", "-q"]
    try Program.run(words, in: scratch).expectSuccess()
    try Program.run(words, in: scratch).expectSuccess()
    let edited = try scratch.text("found/calibrated.json5") + "// mine\n"
    try scratch.write(edited, to: "found/calibrated.json5")
    try Program.run(words, in: scratch).expectFailure(
      65, "found/calibrated.json5: was changed after detour wrote it")
    #expect(try scratch.text("found/calibrated.json5") == edited)
  }
}
