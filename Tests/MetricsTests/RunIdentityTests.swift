import CarpoolScenario
import Scenario
import Tables
import Testing

@testable import Metrics

struct RunIdentityTests {
  @Test
  func `the ids of a series are those of the runs one by one`() throws {
    for text in ["{}", "{seed: 18446744073709551615}", "{description: '\"replication\":0,', seed: 3}"] {
      let fields = text.dropFirst().dropLast()
      var scenario = try Scenario.load(
        text: """
          {\(fields.isEmpty ? "" : fields + ",") space: {kind: "plane"}, supply: {kind: "none"},
          demand: {kind: "recorded", file: "'replication':0,.csv"}}
          """, file: "s.json5")
      let inputs = [InputFile(role: "requests", path: "r.csv", sha256: "ab")]
      let series = RunIdentity.Series(of: scenario, inputs: inputs)
      for replication: UInt64 in [0, 1, 17, 4_294_967_295] {
        scenario.replication = replication
        #expect(series.runID(replication: replication) == RunIdentity(of: scenario, inputs: inputs).runID)
      }
    }
  }

  private func identity(
    _ canonical: String = "{}", seed: UInt64 = 1, replication: UInt64 = 0
  ) -> RunIdentity {
    RunIdentity(scenario: "s", canonical: canonical, seed: seed, replication: replication)
  }

  @Test
  func `it has sixteen hexadecimal digits`() {
    let id = identity().runID
    #expect(id.count == 16)
    #expect(id.allSatisfy { "0123456789abcdef".contains($0) })
    #expect(identity().runID == id)
  }

  @Test
  func `scenario, seed, replication and contents tell runs apart; names and paths do not`() throws {
    let ids = [identity(), identity("{1}"), identity(seed: 2), identity(replication: 2)].map(\.runID)
    #expect(Set(ids).count == ids.count)
    func reading(_ path: String, _ sha256: String) throws -> String {
      let scenario = try Scenario.load(
        text: """
          {space: {kind: "plane"}, supply: {kind: "none"}, demand: {kind: "recorded", file: "\(path)"}}
          """, file: "s.json5")
      let file = InputFile(role: "requests", path: path, sha256: sha256)
      return RunIdentity(of: scenario, inputs: [file]).runID
    }
    let original = try reading("a.csv", "ab")
    #expect(try reading("b.csv", "ab") == original)
    #expect(try reading("a.csv", "cd") != original)
  }
}
