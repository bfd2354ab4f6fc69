import CarpoolScenario
import JSON5
import Metrics
import Scenario
import Tables
import TestSupport
import Testing

@testable import Carpool

struct ManifestTests {
  private func manifest(_ run: CarpoolRun) throws -> JSON {
    try withScratchFolder { scratch in
      let origin = Manifest.Origin(
        scenario: .object([.init("name", .text("story"))]), overrides: ["matching.radius_m=500"],
        inputs: [InputFile(role: "requests", path: "demand.csv", sha256: "ab")], version: "1.2.3")
      try run.write(to: scratch + "/r", from: origin)
      return try #require(JSON(parsing: text(ResultFolder.manifestName, in: scratch + "/r")))
    }
  }

  @Test
  func `it tells what made the results`() throws {
    let json = try manifest(Story.run)
    #expect(json["run_id"] == .text("0123456789abcdef"))
    #expect(json["seeds"]?.compact == #"{"seed":7,"replication":0}"#)
    #expect(json["versions"]?["detour"] == .text("1.2.3"))
    #expect(json["inputs"]?.compact == #"[{"role":"requests","path":"demand.csv","sha256":"ab"}]"#)
    #expect(json["overrides"]?.compact == #"["matching.radius_m=500"]"#)
    #expect(json["scenario"]?.compact == #"{"name":"story"}"#)
    #expect(json["fingerprint_recipe"]?["command"] == .text(CarpoolRun.tables.recipe(of: Story.run).command))
  }

  @Test
  func `it counts the rows of each table`() throws {
    guard case .list(let tables) = try manifest(Story.run)["tables"] else {
      Issue.record("no list of tables")
      return
    }
    let rows = tables.map { "\($0["file"]?.compact ?? "") \($0["rows"]?.compact ?? "")" }
    #expect(
      rows.prefix(5) == [
        #""requests.csv" 7"#, #""attempts.csv" 9"#, #""drivers.csv" 3"#, #""stops.csv" 8"#,
        #""timeseries.csv" 5"#,
      ])
  }

  @Test
  func `it counts refused rows by cause and names the first of them`() throws {
    let refused = try manifest(Story.run)["refused"]
    #expect(refused?["requests"]?.compact == #"{"rows":1,"causes":{"too_long":1},"first_ids":[6]}"#)
    #expect(refused?["drivers"]?.compact == #"{"rows":1,"causes":{"same_ends":1},"first_ids":[30]}"#)
  }
}
