import Foundation
import Lifecycle
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
      #expect(alone.contains { $0.contains("MatchRecord(") })
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
    return records.attempts.map(text(of:)) + records.requests.map(text(of:))
      + (records.provisional ?? []).map { "\($0)" }
  }

  /// All of an attempt but how long its decision took. To print a record by reflection takes longer than to decide it.
  private static func text(of attempt: AttemptRecord) -> String {
    let found = attempt.funnel
    let stages = Stage.allCases.map { "\(found[$0])" }.joined(separator: " ")
    let offer = attempt.offer
    return """
      \(attempt.request.rawValue) \(attempt.cycle) \(attempt.attempt) \(attempt.time.rawValue) \
      \(found.driversActive) \(stages) \(found.boundedOut) \(found.evaluated) \(attempt.outcome.rawValue) \
      \(attempt.cause?.rawValue ?? "") \(attempt.isPlanned) \(attempt.bindingLimit?.rawValue ?? "") \
      \(attempt.driver.rawValue) \(offer.reported.x) \(offer.reported.y) \(offer.reported.z) \
      \(offer.timeToPickup.rawValue) \(offer.timeToDropoff.rawValue) \(offer.choice) \
      \(offer.detour.rawValue) \(offer.detourMetres) \(offer.cost) \(offer.answered.rawValue) \
      \(offer.meeting) \(offer.transfer)
      """
  }

  private static func text(of request: RequestRecord) -> String {
    let times = [request.firstMatch, request.pickup, request.dropoff, request.ended]
      .map { ($0 ?? .never).rawValue.description }.joined(separator: " ")
    return """
      \(request.outcome.rawValue) \(request.cause?.rawValue ?? "") \(request.cycles) \(request.attempts) \
      \(times) \(request.rideMetres) \(request.match.map { "\($0)" } ?? "")
      """
  }

  @Test
  func `records are compared with all that they have`() {
    var attempt = AttemptRecord(
      request: RequestIndex(0), cycle: 1, attempt: 1, time: .zero, funnel: Funnel(), outcome: .noCandidate,
      cause: nil)
    attempt.driver = DriverIndex(0)
    #expect(Mirror(reflecting: attempt).children.count == 11)
    #expect(Self.boxed("_details", in: attempt) == 3)
    #expect(Mirror(reflecting: attempt.offer).children.count == 10)
    #expect(Mirror(reflecting: attempt.offer.reported).children.count == 3)
    #expect(Mirror(reflecting: attempt.funnel).children.count == 4)
    var request = RequestRecord()
    request.pickup = .zero
    #expect(Mirror(reflecting: request).children.count == 6)
    #expect(Self.boxed("_service", in: request) == 5)
  }

  /// Returns the number of properties of the rare value `name` of `record`.
  private static func boxed(_ name: String, in record: Any) -> Int? {
    Mirror(reflecting: record).descendant(name, "box", "some", "value").map {
      Mirror(reflecting: $0).children.count
    }
  }
}
