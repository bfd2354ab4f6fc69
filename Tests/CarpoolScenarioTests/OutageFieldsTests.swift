import CarpoolScenario
import Community
import JSON5
import Lifecycle
import Quantities
import Statistics
import Testing

@testable import Scenario

/// Outages of the service in a scenario.
@Suite struct OutageFieldsTests {
  private func load(_ outages: String) throws -> Scenario {
    try Scenario.load(
      text: """
        {space: {kind: 'plane'}, supply: {kind: 'synthetic', count: 5}, demand: {kind: 'synthetic', count: 5},
         channel: {outages: \(outages)}}
        """, file: "s.json5")
  }

  @Test func windowsAndLawsAreRead() throws {
    let windows = try load(
      "{times: {kind: 'windows', windows: [{from_s: 10, to_s: 20}, {from_s: 20, to_s: 30.5}]}, calls: 'lost'}"
    )
    let rules = try #require(windows.fields(of: CarpoolFields.self).channel?.outages)
    #expect(
      rules.times
        == .windows([
          Milliseconds(10_000)..<Milliseconds(20_000), Milliseconds(20_000)..<Milliseconds(30_500),
        ]))
    #expect(rules.calls == .lost)
    let drawn = try #require(
      try load("{times: {kind: 'drawn', between: {law: 'exponential', mean_s: 900}, repair: 60}}").fields(
        of: CarpoolFields.self
      ).channel?.outages)
    #expect(
      drawn.times == .drawn(between: .exponential(mean: 900), repair: .fixed(60)) && drawn.calls == .wait)
    let again = try Scenario.load(text: windows.resolved.indented, file: "s.json5")
    #expect(again.fields(of: CarpoolFields.self).channel?.outages == rules)
    #expect(try load("null").fields(of: CarpoolFields.self).channel?.outages == nil)
  }

  @Test(arguments: [
    ("{}", "times", "outages"),
    ("{times: {kind: 'windows', windows: []}}", "windows", "1 to"),
    ("{times: {kind: 'windows', windows: [{from_s: 20, to_s: 20}]}}", "to_s", "above from_s"),
    (
      "{times: {kind: 'windows', windows: [{from_s: 0, to_s: 20}, {from_s: 10, to_s: 30}]}}", "windows",
      "sort them by from_s"
    ),
    ("{times: {kind: 'drawn', between: 0}}", "between", "from 1"),
    ("{times: {kind: 'drawn'}, calls: 'retry'}", "calls", "lost"),
    ("{times: {kind: 'drawn'}, stops_line: true}", "stops_line", "outages"),
  ])
  func faultsSayWhatWouldBeRight(given: String, found: String, right: String) {
    let error = #expect(throws: ScenarioError.self) { _ = try load(given) }
    let sentence = error?.description ?? ""
    #expect(sentence.contains(found) && sentence.contains(right), "\(sentence)")
  }
}
