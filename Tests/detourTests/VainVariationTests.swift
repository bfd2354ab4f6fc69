import Foundation
import JSON5
import TestSupport
import Testing

/// Fields that are varied in vain: what is said of them before anything is run, and of the runs.
@Suite(.waitsForPrograms) struct VainVariationTests {
  let scratch = Scratch()

  private static let seats = ["--vary", "supply.seats=1,2,4"]
  private static let told =
    "supply.seats, which varies, has no effect: the column `seats` of drivers.csv overrides it in every row"

  init() throws {
    try Line.write(to: scratch)
    let drivers = Line.drivers.split(separator: "\n")
    try scratch.write(
      (["\(drivers[0]),seats"] + drivers.dropFirst().map { "\($0),2" }).joined(separator: "\n") + "\n",
      to: "drivers.csv")
  }

  private func warnings(_ json: String) -> [String] {
    JSON(parsing: json)?["warnings"]?.items?.compactMap(\.words) ?? []
  }

  @Test
  func `sweep warns once, and before the runs, that a column silences a varied field`() throws {
    let words = ["sweep", "line.json5"] + Self.seats + ["--replications", "1", "--out"]
    let call = try Program.run(words + ["a"], in: scratch)
    call.expectSuccess(warns: true)
    #expect(call.errors.components(separatedBy: Self.told).count == 2, "\(call.errors)")
    #expect(call.output.contains("supply.seats has no effect here: all its values give the same figures"))
    // The warning is there although no run is: the folder of the study cannot be made.
    try scratch.write("", to: "file")
    let early = try Program.run(words + ["file/study"], in: scratch)
    #expect(early.status != 0 && early.errors.contains(Self.told), "\(early.errors)")
    let json = try Program.run(words + ["b", "--json"], in: scratch)
    #expect(warnings(json.output).first == Self.told)
    #expect(warnings(json.output).contains { $0.hasPrefix("supply.seats has no effect here: ") })
  }

  @Test
  func `every command that varies fields tells of the column`() throws {
    try scratch.write(
      """
      {scenario: "line.json5", vary: [{field: "supply.seats", values: [1, 4]}], replications: 1}

      """, to: "study.json5")
    let validation = try Program.run("validate", "study.json5", in: scratch)
    validation.expectSuccess()
    #expect(validation.output.contains("warning   \(Self.told)\n"))
    #expect(
      warnings(try Program.run("validate", "study.json5", "--json", in: scratch).output).contains(Self.told))
    let tuned = try Program.run(
      ["tune", "line.json5"] + Self.seats + [
        "--maximise", "match_rate", "--replications", "5", "--out", "tuned", "--json",
      ], in: scratch)
    #expect(tuned.errors.components(separatedBy: Self.told).count == 2, "\(tuned.errors)")
    #expect(warnings(tuned.output).contains { $0.hasPrefix("supply.seats has no effect here: ") })
    #expect(JSON(parsing: try scratch.text("tuned/tune.json"))?["warnings"]?.items?.isEmpty == false)
    try scratch.write("figure,value\nmatch_rate,0.5\n", to: "observed.csv")
    try Program.run(
      "calibrate", "line.json5", "--vary", "supply.seats=1:90", "--observed", "observed.csv", "--out", "c",
      in: scratch
    ).expectFailure(65, "\(Self.told); leave it out of --vary")
  }

  @Test
  func `a column of another market is told as well`() throws {
    let folder = SharedData.checkout.appending(path: "Scenarios").path
    for name in ["services-recorded.json5", "services/jobs.csv", "services/providers.csv"] {
      try scratch.write(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), to: name)
    }
    let call = try Program.run(
      "sweep", "services-recorded.json5", "--vary", "supply.radius_m=500,1000,2000", "--replications", "1",
      "--out",
      "study", in: scratch)
    #expect(
      call.errors.contains("supply.radius_m, which varies, ")
        && call.errors.contains("the column `radius_m` of"),
      "\(call.errors)")
  }

  @Test
  func `a limit that another one silences, which nobody wrote, is named in text and JSON`() throws {
    try scratch.write(
      """
      {
        name: "plane", seed: 2, time: { duration_s: 3600 },
        space: { kind: "plane", width_m: 4000, height_m: 4000, speed_kmh: 36 },
        supply: { kind: "synthetic", count: 100 }, demand: { kind: "synthetic", count: 150 },
      }

      """, to: "plane.json5")
    let words = [
      "sweep", "plane.json5", "--vary", "matching.limits.max_detour_s=60,600,1200", "--replications", "2",
    ]
    let text = try Program.run(words + ["--out", "study"], in: scratch)
    text.expectSuccess()
    let plain = text.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let sentence =
      "matching.limits.max_detour_s = 600, 1200: the same figures in every run; max_detour_ratio binds in"
    #expect(plain.contains(sentence), "\(text.output)")
    #expect(plain.contains("Limits that bind: max_detour_ratio in"))
    let rows = try Table("study/runs.csv", in: scratch)
    #expect(Set(rows.column("matching.limits.max_detour_s")).count == 3)
    for json in [
      try Program.run(words + ["--out", "study", "--json"], in: scratch).output,
      try Program.run("analyse", "study", "--json", in: scratch).output,
    ] {
      #expect(warnings(json).contains { $0.hasPrefix(sentence) }, "\(warnings(json))")
      #expect(warnings(json).contains { $0.hasPrefix("Limits that bind: max_detour_ratio in") })
    }
    // Where every step changes something, nothing is said.
    try Program.run(
      "sweep", "plane.json5", "--vary", "matching.radius_m=300,900", "--replications", "2", "--out", "other",
      in: scratch
    ).expectSuccess()
    #expect(warnings(try Program.run("analyse", "other", "--json", in: scratch).output) == [])
  }
}
