import CarpoolScenario
import Matching
import Quantities
import Statistics
import Testing

@testable import Scenario

/// Slack, and when pairs bind, as scenarios say it.
struct SlackFieldsTests {
  private static let flexible = "flexibility_s: 600"
  private static let batch = "policy: 'batch', batch: {commit: 'latest'}"

  private static func load(_ supply: String, _ matching: String, _ more: String = "") throws(ScenarioError)
    -> Scenario
  {
    try Scenario.load(
      text:
        "{space: {kind: 'city'}, time: {duration_s: 60}, supply: {kind: 'synthetic', count: 1, \(supply)},"
        + " demand: {kind: 'synthetic', count: 1}, matching: {\(matching)}\(more)}", file: "s.json5")
  }

  @Test
  func `what is said is read, and what is not said is not written`() throws {
    let plain = try Self.load("", "policy: 'batch', batch: {}")
    #expect(plain.matching.batch == BatchRules())
    let same = try Self.load(
      "flexibility_s: 0", "policy: 'batch', batch: {commit: 'window', riders: 'several'}")
    #expect(same.identity() == plain.identity())
    let late = try Self.load(
      "flexibility_s: {law: 'fixed', value_s: 300}, leaves: 'earliest'",
      "policy: 'batch', batch: {commit: 'latest', notice_s: 60, riders: 'one', objective: 'saved_km'}")
    #expect(late.matching.batch?.commit == .latest && late.matching.batch?.riders == .one)
    #expect(late.matching.batch?.objective == .savedKilometres)
    #expect(late.supply.attributes?.flexibility == .fixed(300) && late.supply.attributes?.leaves == .earliest)
  }

  @Test(arguments: [
    (flexible, "", ", board: {}", "combined with `board`: a published trip has fixed times"),
    (flexible, "transfer: {}", "", "combined with `matching.transfer`: two cars meet at a fixed time"),
    (
      flexible, "walk_m: 200", "",
      "combined with `matching.walk_m`: walking passengers set out when the offer is made"
    ),
    (
      flexible, "policy: 'insertion', insertion: {objective: 'earliest_arrival'}", "",
      "whereas `earliest_arrival` must delay nobody"
    ),
    ("", batch, ", money: {}", "pairs that bind at the latest time cannot be combined with `money`"),
    ("", batch + ", transfer: {}", "", "cannot be combined with `matching.transfer`"),
    ("flexibility_s: -1", "", "", "supply.flexibility_s: found -1, which is out of range"),
  ])
  func `what cannot be is refused`(_ supply: String, _ matching: String, _ more: String, _ sentence: String) {
    do throws(ScenarioError) {
      _ = try Self.load(supply, matching, more)
      Issue.record("it was read")
    } catch {
      #expect(error.description.contains(sentence), "\(error.description)")
    }
  }

  @Test
  func `roles are read, and without cars nothing is written of them`() throws {
    func load(_ demand: String) throws -> Scenario {
      try Scenario.load(
        text:
          "{space: {kind: 'city'}, time: {duration_s: 60}, supply: {kind: 'none'}, demand: {kind: 'synthetic', count: 1,"
          + " flexibility_s: 60\(demand)}, matching: {\(Self.batch)}}", file: "s.json5")
    }
    #expect(try load(", car_share: 0, unserved: 'drives'").identity() == load("").identity())
    let both = try load(", car_share: 0.25, unserved: 'leaves'")
    #expect(both.demand.attributes?.carShare == 0.25 && both.demand.attributes?.unserved == .leaves)
    #expect(try load(", unserved: 'leaves'").idleFields.map(\.path) == ["demand.unserved"])
  }

  @Test(arguments: [
    ("", "policy: 'batch', batch: {notice_s: 60}", ["matching.batch.notice_s"]),
    ("", "batch: {commit: 'latest'}", ["matching.batch.commit"]),
    ("", "policy: 'batch', batch: {window_s: 0, commit: 'latest'}", ["matching.batch.commit"]),
    ("leaves: 'earliest'", "", ["supply.leaves"]),
    ("leaves: 'earliest', flexibility_s: 60", "batch: {riders: 'one'}", []),
  ])
  func `what changes nothing is told`(_ supply: String, _ matching: String, _ idle: [String]) throws {
    #expect(try Self.load(supply, matching).idleFields.map(\.path) == idle)
  }
}
