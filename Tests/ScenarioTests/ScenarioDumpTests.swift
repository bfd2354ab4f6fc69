import CarpoolScenario
import Foundation
import JSON5
import TestSupport
import Testing

@testable import Scenario

@Suite struct ScenarioDumpTests {
  @Test(arguments: [Examples.least, Examples.full])
  func theResolvedScenarioIsReadBackTheSame(text: String) throws {
    let scenario = try Scenario.load(text: text, file: "x.json5")
    let dump = scenario.resolved
    let again = try Scenario.load(text: dump.indented, file: "y.json5")
    #expect(again == scenario)
    #expect(again.resolved == dump)
    _ = try JSONSerialization.jsonObject(with: Data(dump.indented.utf8))
  }

  @Test func identityLeavesOutWhatChangesNoResult() throws {
    func identity(_ overrides: String...) throws -> String {
      try Scenario.load(text: Examples.full, file: "x.json5", overrides: overrides).identity(inputs: ["ab"])
    }
    let original = try identity()
    for same in [
      "name=z", "description=z", "results.record=['candidates']", "trips.file=z.csv",
      "supply.od.zones.0.name=z",
    ] {
      #expect(try identity(same) == original, "\(same)")
    }
    for other in [
      "seed=7", "replication=4", "matching.radius_m=801", "results.interval_s=61", "input.longest_trip_m=1",
    ] {
      #expect(try identity(other) != original, "\(other)")
    }
    #expect(original.hasSuffix(#","inputs":["ab"]}"#))
  }

  /// Runs without a profile keep the ids that they had before there were any: nothing stands for what is not there.
  @Test func aTimeProfileEntersTheIdentityByItsContentAlone() throws {
    func scenario(_ overrides: String...) throws -> Scenario {
      try Scenario.load(text: Examples.full, file: "x.json5", overrides: overrides)
    }
    let without = try scenario()
    let with = try scenario("space.time_profile=a.csv")
    #expect(!without.identity().contains("time_profile") && with.identity() == without.identity())
    #expect(with.identity(inputs: ["ab"]) != without.identity())
    #expect(with.resolved["space"]?["time_profile"] == .text("a.csv"))
    #expect(without.resolved["space"]?["time_profile"] == .null)
  }
}
