import Foundation
import Matching
import Quantities
import Simulation
import Spaces
import Synthesis
import TestSupport
import Testing
import Travellers

/// Searches that are divided among threads.
struct SearchTeamTests {
  @Test(arguments: [
    "announced", "geographic", "network", "plane", "quickstart", "rabat-morning", "torus", "town-matrix",
  ])
  func `the shipped scenarios decide the same in windows on any number of threads`(_ name: String) throws {
    let input = try CarpoolInput(
      contentsOf: SharedData.checkout.appending(path: "Scenarios/\(name).json5").path,
      overrides: ["matching.batch.window_s=60", "sample_share=0.5"]
        + (name == "announced" ? [] : ["matching.policy=\"batch\""]))
    for policy in [Batch(), Stable()] as [any Policy] {
      let alone = try Self.decisions(input, policy, threads: 1)
      #expect(alone.contains { $0.contains("driver: ") })
      for threads in [2, 4, 8] {
        let isSame = try Self.decisions(input, policy, threads: threads) == alone
        #expect(isSame, "\(threads) threads, \(policy.name)")
      }
    }
  }

  /// The shipped scenarios of carpools whose data is there.
  private static let carpools: [String] = {
    let folder = SharedData.checkout.appending(path: "Scenarios")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.sorted().filter { file in
      guard file.hasSuffix(".json5"),
        let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
      else { return false }
      return !text.contains("market:")
        && text.matches(of: /"(\.\.\/\.\.\/[^"]+)"/).allSatisfy {
          FileManager.default.fileExists(atPath: folder.path + "/" + $0.1)
        }
    }
  }()

  @Test(arguments: carpools)
  func `every shipped scenario searches all drivers the same on any number of threads`(_ file: String) throws
  {
    let input = try CarpoolInput(
      contentsOf: SharedData.checkout.appending(path: "Scenarios/" + file).path,
      overrides: ["matching.policy=\"insertion\"", "time.horizon_s=900", "time.warm_up_s=0"])
    let alone = try Self.decisions(input, BestInsertion(), threads: 1)
    #expect(!alone.isEmpty)
    for threads in [2, 4, 8] {
      let isSame = try Self.decisions(input, BestInsertion(), threads: threads) == alone
      #expect(isSame, "\(threads) threads")
    }
  }

  /// The records of attempts, requests and windows, on that many threads, few drivers or many.
  private static func decisions(_ input: CarpoolInput, _ policy: any Policy, threads: Int) throws -> [String]
  {
    var setup = SimulationSetup(
      input.scenario, drivers: input.population.drivers, requests: input.population.requests,
      spaces: input.spaces.twin(), policy: policy)
    setup.driversRepayingHelp = 1
    #expect(setup.undivided == nil)
    setup.threads = threads
    let records = try setup.records()
    let attempts = records.attempts.map { attempt in
      var attempt = attempt
      attempt.decisionNanoseconds = 0
      return "\(attempt)"
    }
    return attempts + records.requests.map { "\($0)" }
      + (records.provisional ?? []).map { "\($0)" }
  }
}
