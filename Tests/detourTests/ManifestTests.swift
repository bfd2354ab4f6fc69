import Foundation
import Testing

@Suite(.waitsForPrograms) struct ManifestTests {
  let scratch = Scratch()

  init() throws {
    let town = Scratch()
    try Street.write(to: town)
    try town.write(Street.drivers.replacing("2,60,4,1", with: "2,60,4,2"), to: "drivers.csv")
    try town.write("request_id,submit_s,origin_node_id,destination_node_id\n1,5,1,3\n", to: "requests.csv")
    try FileManager.default.createDirectory(
      atPath: scratch.path("data"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: town.path(""), toPath: scratch.path("data/town"))
  }

  @Test
  func `a run of recorded tables on a network is done again from its manifest alone`() throws {
    let out = "results/one"
    try Program.run("run", "data/town/street.json5", "--out", out, in: scratch).expectSuccess()
    let one = try RunResult(out, in: scratch)
    let folder = try #require(one.manifest["scenario_folder"] as? String)
    #expect(folder == "../../data/town")
    let base = "\(out)/\(folder)/"
    let scenario = try #require(one.manifest["scenario"])
    try scratch.write(JSONSerialization.data(withJSONObject: scenario), to: base + "again.json5")
    try Program.run("run", base + "again.json5", "--out", "two", in: scratch).expectSuccess()
    let two = try RunResult("two", in: scratch)
    #expect(two.runID == one.runID)
    #expect(two.fingerprint == one.fingerprint)
    #expect(try two.tables() == one.tables())
  }

  @Test
  func `the paths of all inputs are relative to the scenario's folder, in runs and studies`() throws {
    try Program.run("run", "data/town/street.json5", "--out", "run", in: scratch).expectSuccess()
    try Program.run(
      "sweep", "data/town/street.json5", "--replications", "1", "--vary", "matching.radius_m=500", "--out",
      "study",
      in: scratch
    ).expectSuccess()
    for out in ["run", "study"] {
      let manifest = try RunResult(out, in: scratch).manifest
      #expect(manifest["paths"] as? String == "relative to scenario_folder, which is relative to this folder")
      let inputs = try #require(manifest["inputs"] as? [[String: String]])
      let paths = inputs.compactMap { $0["path"] }
      #expect(paths == ["net/config.csv", "net/node.csv", "net/link.csv", "drivers.csv", "requests.csv"])
      let folder = try #require(manifest["scenario_folder"] as? String)
      for path in paths { #expect(scratch.has("\(out)/\(folder)/\(path)"), "\(path)") }
    }
  }

  @Test
  func `a study on a network goes on when its scenario is named by another path`() throws {
    let words = ["--replications", "1", "--vary", "matching.radius_m=500"]
    try Program.run(["sweep", "data/town/street.json5", "--out", "study"] + words, in: scratch)
      .expectSuccess()
    let manifest = try scratch.text("study/manifest.json")
    let absolute = scratch.path("data/town/street.json5")
    try Program.run(["sweep", absolute, "--out", "study"] + words, in: scratch).expectSuccess()
    #expect(try scratch.text("study/manifest.json") == manifest)
  }
}
