import CarpoolScenario
import Testing

@testable import Scenario

/// Fields of the carpool that a scenario gives and that change nothing in it.
struct IdleFieldsTests {
  private static func idle(_ members: String, set overrides: String...) throws -> [String] {
    let text = "{space: {kind: 'plane'}, \(members)}"
    return try Scenario.load(text: text, file: "s.json5", overrides: overrides).idleFields.map(\.path)
  }

  private static let sides = "supply: {kind: 'synthetic', count: 5}, demand: {kind: 'synthetic', count: 5}"
  private static let users = "time: {duration_s: 86400}, users: {count: 9}, supply: {kind: 'users'}"

  @Test(arguments: [
    ("\(sides)", []),
    ("\(sides), matching: {radius_m: 500, batch: {}, weights: {preference_s: 60}}", []),
    ("\(users), demand: {kind: 'users', wishes: {sex_share: 0.2}}", ["demand.wishes"]),
    ("\(users), demand: {kind: 'users', persons: {}, wishes: {sex_share: 0.2}}", []),
    ("\(users), demand: {kind: 'users', wishes: null}", []),
    (
      "\(users), demand: {kind: 'users', persons: {}, wishes: {age_share: 0, age_span: 5}}",
      ["demand.wishes.age_span"]
    ),
    (
      "\(users), demand: {kind: 'users'}, matching: {weights: {preference_s: 60}}",
      ["matching.weights.preference_s"]
    ),
    ("\(sides), trips: {file: 'trips.csv'}", ["trips"]),
    ("\(sides), matching: {insertion: {use_radius: true}}", ["matching.insertion.use_radius"]),
    (
      "\(sides), matching: {policy: 'insertion', radius_m: 800, spacing_m: 100, insertion: {objective: 'cost'}}",
      ["matching.radius_m", "matching.spacing_m"]
    ),
    ("\(sides), matching: {policy: 'insertion', radius_m: 800, walk_m: 200}", []),
    (
      "\(sides), matching: {policy: 'insertion', radius_m: 800, spacing_m: 100, insertion: {use_radius: true}}",
      ["matching.spacing_m"]
    ),
    ("\(sides), matching: {policy: 'insertion', radius_m: 800, insertion: {use_radius: true}}", []),
    (
      "\(sides), matching: {batch: {window_s: 20, objective: 'cost', proposing: 'drivers'}}",
      ["matching.batch.window_s", "matching.batch.objective", "matching.batch.proposing"]
    ),
    (
      "\(sides), matching: {policy: 'batch', batch: {window_s: 10, unmatched_cost_s: 60}}",
      ["matching.batch.unmatched_cost_s"]
    ),
    (
      "\(sides), matching: {policy: 'stable', batch: {window_s: 0, proposing: 'drivers'}}",
      ["matching.batch.proposing"]
    ),
    ("\(sides), matching: {walk_speed_ms: 2}", ["matching.walk_speed_ms"]),
    ("\(sides), matching: {attempts: 1, retry_interval_s: 9}", ["matching.retry_interval_s"]),
    ("\(sides), matching: {max_cycles: 1, relaunch: {probability: 0.6}}", ["matching.relaunch"]),
    ("\(sides), matching: {relaunch: {probability: 0, delay_s: 9}}", ["matching.relaunch.delay_s"]),
    ("\(sides), verification: {verified_share: 1, delay: 60}", ["verification.delay"]),
    ("\(sides), verification: {delay: 60, applications: {team: {}}}", ["verification.delay"]),
    (
      "\(sides), verification: {applications: {refused_share: 0, most: 3}}",
      ["verification.applications.most"]
    ),
    (
      "\(sides), verification: {applications: {most: 1, again_delay: 60}}",
      ["verification.applications.again_delay"]
    ),
    ("\(sides), ratings: {review_share: 0, moderation: {}}", ["ratings.moderation"]),
    ("\(sides), channel: {loss: 0, tries: 5}", ["channel.tries"]),
    ("\(sides), channel: {loss: 0.1, tries: 2, backoff_s: 5, backoff_factor: 3}", ["channel.backoff_factor"]),
    ("\(sides), board: {offers: {kind: 'synthetic'}, tolerance_s: 60}", ["board.tolerance_s"]),
    ("\(users), demand: {kind: 'users', cancel_probability: 0.1}", []),
    (
      "\(users), demand: {kind: 'users', cancel_probability: 0.1, probe_share: 1}",
      ["demand.cancel_probability"]
    ),
    (
      "\(users), demand: {kind: 'users', cancel_probability: 0.1}, board: {seeks: {kind: 'synthetic', share: 1, fallback: 'none'}}",
      ["demand.cancel_probability"]
    ),
    (
      "\(sides), board: {offers: {kind: 'recorded', file: 'o.csv', stops_file: 's.csv'},"
        + " seeks: {kind: 'recorded', file: 'b.csv', cancel_probability: 0.1}}",
      ["board.seeks.cancel_probability"]
    ),
    (
      "time: {duration_s: 86400}, supply: {kind: 'users'}, demand: {kind: 'users'}, users: {count: 9, history_share: 0.1}",
      ["users.history_share"]
    ),
    (
      "\(sides), results: {map_calls: {remembers_places: true}}, matching: {spacing_m: 500}",
      ["results.map_calls.remembers_places"]
    ),
  ])
  func `a field is told that something else keeps from acting`(_ members: String, _ paths: [String]) throws {
    #expect(try Self.idle(members) == paths)
  }

  @Test
  func `a limit binds nobody where every driver has one of their own`() throws {
    let own = "supply: {kind: 'synthetic', count: 5, max_detour_s: 60}, demand: {kind: 'synthetic', count: 5}"
    let rule = "matching: {limits: {max_detour_s: 90}}"
    #expect(try Self.idle("\(own), \(rule)") == ["matching.limits.max_detour_s"])
    #expect(try Self.idle("\(Self.sides), \(rule)") == [])
  }

  @Test
  func `what stands on the command line is told like what stands in the file`() throws {
    #expect(
      try Self.idle(
        Self.sides, set: "matching.batch.window_s=20", "demand.persons=null", "demand.wishes={age_span:3}")
        == ["demand.wishes", "matching.batch.window_s"])
    let text = "{space: {kind: 'plane'}, \(Self.sides),\nmatching: {insertion: {use_radius: true}}}"
    let scenario = try Scenario.load(text: text, file: "s.json5", overrides: ["matching.walk_speed_ms=2"])
    #expect(
      scenario.idleFields.map(\.description) == [
        "matching.insertion.use_radius in line 2 has no effect: only the policy `insertion` uses it",
        "--set matching.walk_speed_ms=2 has no effect: nobody walks (`walk_m` is 0)",
      ])
  }

  @Test
  func `a field within one that does nothing is not told besides`() throws {
    let wishes = "wishes: {age_share: 0, age_span: 3}"
    #expect(
      try Self.idle("\(Self.users), demand: {kind: 'users', \(wishes)}") == ["demand.wishes"])
  }

  @Test
  func `where fields that do nothing stand tells no two scenarios apart, and no run`() throws {
    let text = "{space: {kind: 'plane'}, \(Self.sides), matching: {insertion: {objective: 'added_driving'}}}"
    let inFile = try Scenario.load(text: text, file: "s.json5")
    let besides = try Scenario.load(
      text: "{space: {kind: 'plane'}, \(Self.sides)}", file: "s.json5",
      overrides: ["matching.insertion.objective=added_driving"])
    #expect(inFile.idleFields.count == 1 && besides.idleFields.count == 1)
    #expect(inFile.idleFields != besides.idleFields)
    #expect(inFile == besides && inFile.identity() == besides.identity())
  }
}
