import CarpoolScenario
import JSON5
import Metrics
import Scenario
import Simulation
import Tables
import TestSupport
import Testing

@testable import Carpool

struct FingerprintTests {
  private func write(_ run: CarpoolRun, to path: String) throws -> Fingerprint {
    try run.write(to: path)
  }

  @Test
  func `it does not depend on the run's id`() throws {
    try withScratchFolder { scratch in
      var renamed = Story.run
      renamed.identity.runID = "ffffffffffffffff"
      let first = try write(Story.run, to: scratch + "/a")
      #expect(try write(renamed, to: scratch + "/b") == first)
      var other = Story.run
      other.records.requests[0].rideMetres += 1
      #expect(try write(other, to: scratch + "/c") != first)
    }
  }

  @Test
  func `it does not depend on how long decisions took`() throws {
    try withScratchFolder { scratch in
      var slower = Story.run
      slower.records.attempts[0].decisionNanoseconds = 99_999
      let first = try write(Story.run, to: scratch + "/a")
      #expect(try write(slower, to: scratch + "/b") == first)
    }
  }

  @Test
  func `the command of the manifest computes it`() throws {
    try withScratchFolder { scratch in
      let fingerprint = try write(Story.run, to: scratch + "/r")
      let (output, code) = try shell(CarpoolRun.tables.recipe(of: Story.run).command, in: scratch + "/r")
      #expect(code == 0)
      #expect(output == fingerprint.text + "\n")
    }
  }

  @Test(.enabled(if: succeeds("python3 --version")))
  func `the script computes it and notices a change`() throws {
    try withScratchFolder { scratch in
      let fingerprint = try write(Story.run, to: scratch + "/r")
      let script = "python3 '\(checkoutPath("Scripts/fingerprint.py"))'"
      let (output, code) = try shell("\(script) r", in: scratch)
      #expect(output == fingerprint.text + "\n")
      #expect(code == 0)
      let changed = try shell("sed -i s/unmatched/served/ r/requests.csv; \(script) r", in: scratch)
      #expect(changed.code == 1)
      #expect(try shell("\(script) nowhere", in: scratch).code == 65)
    }
  }
}
