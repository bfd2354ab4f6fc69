import Foundation
import TestSupport
import Testing

/// The results that are kept in the repository, compared byte by byte with those of today.
///
/// A change that is meant to change results is followed by `make reference`, whose difference can be reviewed.
@Suite(.waitsForPrograms) struct ReferenceTests {
  private static let folder = SharedData.checkout.appending(path: "Results/reference/quickstart")

  @Test
  func `quickstart gives the reference results`() throws {
    let scratch = Scratch()
    let scenario = SharedData.checkout.appending(path: "Scenarios/quickstart.json5").path
    try Program.run("run", scenario, "--out", "out", "--quiet", in: scratch).expectSuccess()
    let result = try RunResult("out", in: scratch)
    for (name, bytes) in try result.tables().sorted(by: { $0.key < $1.key }) {
      let kept = try Data(contentsOf: Self.folder.appending(path: name + ".csv"))
      #expect(kept == bytes, "\(name).csv differs from the reference; if that is meant, `make reference`")
    }
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: Self.folder.appending(path: "manifest.json")))
        as? [String: Any])
    for key in ["run_id", "fingerprint", "seeds", "inputs", "overrides", "tables", "refused", "scenario"] {
      #expect(manifest[key] as? NSObject == result.manifest[key] as? NSObject, "\(key) in manifest.json")
    }
  }

  @Test
  func `the first of the kept replications is the reference run`() throws {
    func kept(_ path: String) throws -> Data {
      try Data(contentsOf: SharedData.checkout.appending(path: "Results/reference/" + path))
    }
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: kept("quickstart/manifest.json")) as? [String: Any])
    let lines = String(decoding: try kept("replications/quickstart/runs.csv"), as: UTF8.self)
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let column = try #require(lines[0].firstIndex(of: "fingerprint"))
    #expect(String(lines[1][column]) == manifest["fingerprint"] as? String)
    #expect(lines.count == 11)
  }

  @Test
  func `the reference holds no figures of a machine`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(names == (RunResult.deterministic.map { $0 + ".csv" } + ["manifest.json"]).sorted())
  }
}
