import CarpoolScenario
import Testing

@testable import Scenario

/// The calls of map services, as scenarios say them.
struct MapCallFieldsTests {
  private static func scenario(_ calls: String, _ matching: String) throws(ScenarioError) -> Scenario {
    try Scenario.load(
      text: """
        {space: {kind: 'plane'}, supply: {kind: 'none'}, demand: {kind: 'none'},
        results: {map_calls: \(calls)}, matching: {\(matching)}}
        """, file: "s.json5")
  }

  @Test
  func `what is not said counts as by default`() throws {
    #expect(try Self.scenario("null", "").mapCalls == nil)
    #expect(try Self.scenario("{}", "spacing_m: 500").mapCalls == Scenario.MapCalls())
    let some = try Self.scenario(
      "{quota: 10, candidate: {matrix: 3}, report: {geocoding: 0}}", "spacing_m: 0")
    #expect(some.mapCalls?.quota == 10)
    #expect(some.mapCalls?.candidate == .init(matrix: 3) && some.mapCalls?.report == .init())
    #expect(some.mapCalls?.end == .init(geocoding: 1))
  }

  @Test(arguments: [
    (
      "spacing_m: 0",
      "cars report continuously, so the number of calls is not finite; give matching.spacing_m, or set"
        + " results.map_calls.report to no calls"
    ),
    ("spacing_m: 500, policy: 'insertion'", "leave out results.map_calls or the policy `insertion`"),
    ("spacing_m: 500, transfer: {grid_m: 500}", "leave out results.map_calls or matching.transfer"),
    ("spacing_m: 500, walk_m: 300, walk_grid_m: 100", "leave out results.map_calls or matching.walk_m"),
  ])
  func `what cannot be counted is refused`(_ matching: String, _ sentence: String) {
    do throws(ScenarioError) {
      _ = try Self.scenario("{}", matching)
      Issue.record("it was read")
    } catch {
      #expect(error.description.contains(sentence), "\(error.description)")
    }
  }
}
