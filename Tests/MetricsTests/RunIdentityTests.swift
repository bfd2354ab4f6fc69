import Scenario
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
    _ canonical: String = "{}", seed: UInt64 = 1, replication: UInt64 = 0, inputs: [InputFile] = []
  ) -> RunIdentity {
    RunIdentity(
      scenario: "s", canonical: canonical, seed: seed, replication: replication, inputs: inputs)
  }

  @Test
  func `it has sixteen hexadecimal digits`() {
    let id = identity().runID
    #expect(id.count == 16)
    #expect(id.allSatisfy { "0123456789abcdef".contains($0) })
    #expect(identity().runID == id)
  }

  @Test
  func `scenario, seed, replication and contents tell runs apart; names and paths do not`() {
    let file = InputFile(role: "requests", path: "a.csv", sha256: "ab")
    let moved = InputFile(role: "requests", path: "b.csv", sha256: "ab")
    let changed = InputFile(role: "requests", path: "a.csv", sha256: "cd")
    let ids = [
      identity(), identity("{1}"), identity(seed: 2), identity(replication: 2), identity(inputs: [file]),
      identity(inputs: [changed]),
    ].map(\.runID)
    #expect(Set(ids).count == ids.count)
    #expect(identity(inputs: [file]).runID == identity(inputs: [moved]).runID)
    let drivers = InputFile(role: "drivers", path: "d.csv", sha256: "ef")
    #expect(identity(inputs: [file, drivers]).runID == identity(inputs: [drivers, file]).runID)
  }
}
