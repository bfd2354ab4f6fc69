import Foundation
import Ground
import Metrics
import Models
import Quantities
import Scenario
import TestSupport
import Testing

@testable import Services

/// Providers, jobs and clients whom their files call by names.
struct NamedRowsTests {
  private static let providers = (1...20).map { "provider \($0),\(400 * $0),5000,plumbing" }
  private static let jobs = (1...80).map {
    "job \($0),\(600 * $0),plumbing,\(100 * $0),5000,3600,client \($0 % 9)"
  }
  private static let scenario = """
    {
      market: "services", time: { duration_s: 86400 },
      space: { kind: "plane", width_m: 10000, height_m: 10000, speed_kmh: 36 },
      supply: { kind: "recorded", file: "p.csv" }, demand: { kind: "recorded", file: "j.csv" },
      users: { churn: { after_failures: 1, probability: 0.5 } },
      channel: { loss: 0.2, offer_timeout_s: 1800 },
      behaviour: { decline_probability: 0.3, duration: { kind: "lognormal", cv: 0.5 }, reviews: { probability: 0.5 } },
    }
    """

  private static func world(_ providers: [String], _ jobs: [String]) throws -> ServicesWorld {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(((["provider_id,base_x,base_y,categories"] + providers).joined(separator: "\n") + "\n").utf8)
      .write(to: folder.appending(path: "p.csv"))
    let header = "job_id,submit_s,category,place_x,place_y,duration_s,client_id"
    try Data((([header] + jobs).joined(separator: "\n") + "\n").utf8).write(
      to: folder.appending(path: "j.csv"))
    let scenario = try Scenario.load(
      text: scenario, file: "s.json5", markets: ScenarioMarkets([ServicesFields.self]))
    return try ServicesWorld(scenario, folder: folder.path)
  }

  @Test func `the order of rows changes nothing`() throws {
    var random = SplitMix64(seed: 4)
    let expected = try Self.world(Self.providers, Self.jobs).results().digest().fingerprint
    let other = try Self.world(
      Self.providers.shuffled(using: &random), Self.jobs.shuffled(using: &random)
    ).results().digest().fingerprint
    #expect(other == expected)
  }

  @Test func `another row leaves the keys of all others as they are`() throws {
    let few = try Self.world(Self.providers, Self.jobs)
    let more = try Self.world(
      ["a,1,1,plumbing"] + Self.providers, ["a,5,plumbing,1,1,60,a client"] + Self.jobs)
    #expect(few.setup.providers.map(\.key) == more.setup.providers.dropFirst().map(\.key))
    #expect(few.setup.jobs.map(\.key) == more.setup.jobs.dropFirst().map(\.key))
    #expect(few.setup.users?.clientKeys == more.setup.users.map { Array($0.clientKeys.dropFirst()) })
    #expect(Set(more.setup.jobs.map(\.key)).count == 81)
  }

  @Test func `numbers are their own keys`() throws {
    let world = try Self.world(["7,1,1,plumbing"], ["12,5,plumbing,1,1,60,3", "5,9,plumbing,1,1,60,1"])
    #expect(world.setup.jobs.map(\.key) == [5, 12] && world.setup.providers.map(\.key) == [7])
    #expect(world.setup.users?.clientKeys == [0, 1] && world.setup.users?.clientNames == ["3", "1"])
  }
}
