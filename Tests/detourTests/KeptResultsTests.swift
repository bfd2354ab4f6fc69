import Foundation
import JSON5
import TestSupport
import Testing

/// Result folders that version 0.1 wrote, in Tests/Kept/0.1, as the commands of this version read them.
@Suite(.waitsForPrograms) struct KeptResultsTests {
  let scratch = Scratch()
  private static let kept = SharedData.checkout.appending(path: "Tests/Kept/0.1").path

  /// Copies the kept folders, which reading leaves unchanged.
  init() throws {
    try FileManager.default.copyItem(atPath: Self.kept, toPath: scratch.path("kept"))
  }

  @Test
  func `the folders are those of version 0_1`() throws {
    let manifest = try scratch.text("kept/study/manifest.json")
    #expect(manifest.contains("\"version\": \"0.1.0\"") && !manifest.contains("schema_version"))
    #expect(try scratch.text("kept/carpool/manifest.json").contains("\"detour\": \"0.1.0\""))
  }

  @Test(arguments: ["carpool", "services", "shifts", "orders"])
  func `a run of any market becomes a page and a method section`(market: String) throws {
    try Program.run("report", "kept/\(market)", "--out", "page.html", in: scratch).expectSuccess()
    #expect(
      try scratch.text("page.html").hasPrefix("<!DOCTYPE html>") || scratch.text("page.html").count > 10_000)
    let methods = try Program.run("report", "kept/\(market)", "--methods", in: scratch)
    methods.expectSuccess()
    #expect(methods.output.contains("Detour 0.1.0"))
    let manifest = try #require(JSON(parsing: try scratch.text("kept/\(market)/manifest.json")))
    #expect(methods.output.contains(manifest["fingerprint"]?.words ?? "no fingerprint"))
  }

  @Test
  func `a study is compared, analysed, drawn, merged and shown`() throws {
    let compared = try Program.run(
      "compare", "kept/study", "--a", "matching.radius_m=300", "--b", "matching.radius_m=1500", "--figure",
      "match_rate", in: scratch)
    #expect(compared.status == 0, "\(compared.output)\(compared.errors)")
    // As version 0.1 printed it.
    #expect(
      compared.output.replacing("\u{A0}", with: " ").contains(
        "match_rate  0.0 %  2.9 %  2.92 points  0.38 … 5.46 points     0.035      4  better"),
      "\(compared.output)")
    try Program.run("analyse", "kept/study", in: scratch).expectSuccess()
    try Program.run("plot", "kept/study", "--figure", "match_rate", in: scratch).expectSuccess()
    try Program.run("report", "kept/study", "--out", "study.html", in: scratch).expectSuccess()
    try Program.run("merge", "kept/study", "--out", "merged", "-q", in: scratch).expectSuccess()
    for name in ["runs.csv", "summary.csv", "warm_up.csv"] {
      #expect(try scratch.data("merged/" + name) == scratch.data("kept/study/" + name), "\(name)")
    }
    #expect(!(try scratch.text("merged/manifest.json").contains("schema_version")))
  }

  @Test
  func `the former name of an option works, and warns`() throws {
    let now = try Program.run("analyse", "kept/study", "--figure", "match_rate", in: scratch)
    let then = try Program.run("analyse", "kept/study", "--kpi", "match_rate", in: scratch)
    then.expectSuccess(warns: true)
    #expect(then.errors.contains("--kpi is now called --figure; the old name is accepted until version 2.0"))
    #expect(then.output == now.output)
  }

  @Test
  func `results of a newer version are refused with a sentence`() throws {
    for folder in ["carpool", "study"] {
      let file = "kept/\(folder)/manifest.json"
      let text = try scratch.text(file)
      try scratch.write(
        text.replacing("{\n", with: "{\n  \"schema_version\": 2,\n", maxReplacements: 1), to: file)
    }
    let sentence = "was written in version 2 of result folders, and this program reads version 1"
    for words in [
      "report kept/carpool", "explain kept/carpool 3", "archive kept/carpool", "report kept/study",
      "analyse kept/study", "plot kept/study", "merge kept/study --out m", "archive kept/study",
      "compare kept/study --a matching.radius_m=300 --b matching.radius_m=800",
    ] {
      try Program.run(words.split(separator: " ").map(String.init), in: scratch).expectFailure(65, sentence)
    }
  }

  @Test
  func `new results have their version, which a run without it shares`() throws {
    try Line.write(to: scratch)
    try Program.run("run", "line.json5", "--out", "run", "-q", in: scratch).expectSuccess()
    try Program.run(
      "sweep", "line.json5", "--vary", "matching.radius_m=1,5000", "--replications", "2", "-q", "--out", "s",
      in: scratch
    ).expectSuccess(warns: true)
    for folder in ["run", "s"] {
      let manifest = try #require(JSON(parsing: try scratch.text(folder + "/manifest.json")))
      #expect(manifest["schema_version"] == .integer(1))
    }
    try scratch.write(
      Line.scenario.replacing("{\n  name", with: "{\n  schema_version: 1,\n  name"), to: "line.json5")
    try Program.run("run", "line.json5", "--out", "again", "-q", in: scratch).expectSuccess()
    #expect(try scratch.data("again/manifest.json") == scratch.data("run/manifest.json"))
    try Program.run("run", "line.json5", "--out", "newer", "--set", "schema_version=2", in: scratch)
      .expectFailure(65, "the scenario is written for version 2 of the fields")
  }
}
