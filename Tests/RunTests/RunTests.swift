import Carpool
import CarpoolScenario
import Foundation
import Ground
import JSON5
import Matching
import Metrics
import Models
import Quantities
import Scenario
import Simulation
import Synthesis
import Tables
import TestSupport
import Testing

@testable import Run

@Suite struct RunTests {
  private static let scenario = """
    {
      name: "square", seed: 3, time: { duration_s: 900 }, space: { kind: "plane", width_m: 4000, height_m: 4000 },
      supply: { kind: "synthetic", count: 40 }, demand: { kind: "recorded", file: "requests.csv" },
      results: { record: ["candidates"] },
    }
    """
  private static let requests = """
    request_id,submit_s,origin_x,origin_y,destination_x,destination_y
    1,60,1000,1000,3000,3000
    2,90,2000,500,2500,3500

    """

  /// Calls `body` with a folder that holds the scenario `square.json5`.
  private func withSquare(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path(percentEncoded: false)
    try AtomicFile.write(Self.scenario, to: path + "/square.json5")
    try AtomicFile.write(Self.requests, to: path + "/requests.csv")
    try body(path)
  }

  @Test func theSameResultsComeEachTimeTheyAreAskedFor() throws {
    try withSquare { folder in
      var shares: [Double] = []
      var run = try CarpoolWorld(contentsOf: folder + "/square.json5")
      let first = try run.results()
      run.setup.observation.progress = { share, _ in shares.append(share) }
      let second = try run.results()
      #expect(try first.digest().fingerprint == second.digest().fingerprint)
      #expect(first.figures.rows == second.figures.rows)
      #expect(shares.allSatisfy { (0...1).contains($0) })
      let other = try CarpoolWorld(contentsOf: folder + "/square.json5", overrides: ["seed=4"]).results()
      #expect(try other.digest().fingerprint != first.digest().fingerprint)
    }
  }

  @Test func whatIsKeptIsWhatWasDigested() throws {
    try withSquare { folder in
      let results = try CarpoolWorld(contentsOf: folder + "/square.json5").results()
      let receipt = try results.keep(in: ResultFolder(path: folder + "/Results/a"), version: "1.2.3")
      #expect(try receipt.fingerprint == results.digest().fingerprint)
      #expect(receipt.performance.phases.map(\.name) == ["input", "simulation", "output"])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/Results/a")
      #expect(names.contains("candidates.csv") && names.contains(Performance.fileName))
      #expect(results.summary(receipt).text.contains(receipt.fingerprint.text))
    }
  }

  @Test func aFolderIsReadBackAsTheRunThatItHolds() throws {
    try withSquare { folder in
      let run = try CarpoolWorld(
        Scenario.load(contentsOf: folder + "/square.json5", overrides: ["matching.radius_m=1500"]),
        folder: folder)
      let receipt = try run.results().keep(
        in: ResultFolder(path: folder + "/Results/a"), version: "1.2.3", overrides: ["matching.radius_m=1500"]
      )
      let recorded = try RecordedRun(folder: folder + "/Results/a")
      #expect(recorded.identity == run.identity)
      #expect(recorded.fingerprint == receipt.fingerprint.text)
      #expect(recorded.scenario == run.input.scenario)
      #expect(recorded.inputs.map(\.path) == ["requests.csv"])
      #expect(recorded.tables.first?.file == "requests.csv" && recorded.tables.first?.rows == 2)
      #expect(recorded.manifest["versions"]?["detour"]?.words == "1.2.3")
      #expect(try recorded.run().results().digest().fingerprint == receipt.fingerprint)
      let explanation = try recorded.explanation(ofRequest: "2", showing: 3)
      #expect(explanation.hasPrefix("request 2: "))
    }
  }

  @Test func aFolderThatHoldsNoRunOfTheseInputsIsTold() throws {
    try withSquare { folder in
      let kept = folder + "/a"
      try CarpoolWorld(contentsOf: folder + "/square.json5").results().keep(
        in: ResultFolder(path: kept), version: "1")
      #expect(throws: RecordedRunError.notResults(folder: folder)) { try RecordedRun(folder: folder) }
      #expect(throws: RecordedRunError.noRequest(folder: kept, id: "9", CarpoolModel.request)) {
        try RecordedRun(folder: kept).explanation(ofRequest: "9", showing: 1)
      }
      try AtomicFile.write(Self.requests + "3,95,2000,500,2500,3500\n", to: folder + "/requests.csv")
      #expect(throws: RecordedRunError.changed(folder: kept)) { try RecordedRun(folder: kept).run() }
      try AtomicFile.write("{}", to: kept + "/manifest.json")
      #expect(throws: RecordedRunError.notAManifest(file: kept + "/manifest.json")) {
        try RecordedRun(folder: kept)
      }
    }
  }

  /// The user knows nothing of the hidden folder that results are written into.
  @Test func aDeviceThatIsFullIsToldByTheFolderThatWasNamed() throws {
    try withSquare { folder in
      let results = try CarpoolWorld(contentsOf: folder + "/square.json5").results()
      let kept = try ResultFolder(path: folder + "/a")
      let (path, hidden) = (kept.path, kept.partial)
      try FileManager.default.removeItem(atPath: hidden)
      do {
        try results.keep(in: kept, version: "1")
        Issue.record("tables were written into a folder that is not there")
      } catch let error as ResultFolderError {
        #expect("\(error)".hasPrefix(path + ": cannot be written ("))
      }
    }
  }

  private struct Farthest: Policy {
    let name = "farthest"
    func worth(of candidate: Candidate, in attempt: Attempt) -> Double {
      -candidate.insertion.timeToPickup.seconds
    }
  }

  @Test func aRunUnderAPolicyOfOnesOwnIsAnotherRun() throws {
    try withSquare { folder in
      var run = try CarpoolWorld(contentsOf: folder + "/square.json5")
      let identity = run.identity
      run.setup.policy = Farthest()
      #expect(run.identity.runID != identity.runID)
      try run.results().keep(in: ResultFolder(path: folder + "/Results/own"), version: "1")
      let recorded = try RecordedRun(folder: folder + "/Results/own")
      #expect(recorded.identity == run.identity && recorded.manifest["policy"]?.words == "farthest")
      #expect(throws: RecordedRunError.otherPolicy(folder: folder + "/Results/own", policy: "farthest")) {
        try recorded.run()
      }
    }
  }
}
