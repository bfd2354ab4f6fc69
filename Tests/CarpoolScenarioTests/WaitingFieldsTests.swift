import CarpoolScenario
import Quantities
import Testing

@testable import Scenario

/// Cars that wait, as scenarios say it.
@Suite struct WaitingFieldsTests {
  private static func text(_ od: String, _ more: String = "", space: String = "{kind: 'plane'}") -> String {
    "{space: \(space), demand: {kind: 'none'}, supply: {kind: 'synthetic', count: 5, od: \(od)}\(more)}"
  }

  @Test func whatIsSaidIsRead() throws {
    func stays(_ od: String) throws -> Scenario.Stays? {
      guard case .synthetic(let drivers) = try Scenario.load(text: Self.text(od), file: "s.json5").supply,
        case .stays(let stays) = drivers.od
      else { return nil }
      return stays
    }
    #expect(try stays("{kind: 'stays'}") == Scenario.Stays())
    let some = try stays("{kind: 'stays', depart_s: null, end_s: 90}")
    #expect(some?.depart == nil && some?.end == Milliseconds(90_000))
    #expect(try stays("{kind: 'uniform'}") == nil)
  }

  @Test(arguments: [
    ("{kind: 'stays', depart_s: 60, end_s: 60}", "", "end_s is not after depart_s; give a later one"),
    (
      "{kind: 'stays'}", ", board: {}",
      "waiting cars publish no trips; leave out `board`, or give drivers trips"
    ),
    (
      "{kind: 'stays'}", ", matching: {transfer: {grid_m: 500}}", "passengers cannot transfer to waiting cars"
    ),
    ("{kind: 'stays'}", ", results: {hindsight: true}", "the hindsight optimum requires drivers with trips"),
  ])
  func whatCannotBeIsRefused(_ od: String, _ more: String, _ sentence: String) {
    do throws(ScenarioError) {
      _ = try Scenario.load(text: Self.text(od, more), file: "s.json5")
      Issue.record("it was read")
    } catch {
      #expect(error.description.contains(sentence), "\(error.description)")
    }
  }

  @Test func passengersHaveTrips() {
    let demand = "{kind: 'synthetic', count: 1, od: {kind: 'stays'}}"
    let text = "{space: {kind: 'plane'}, supply: {kind: 'none'}, demand: \(demand)}"
    #expect(throws: ScenarioError.self) { try Scenario.load(text: text, file: "s.json5") }
  }

  @Test func fieldsOfTripsAreToldToDoNothing() throws {
    func idle(_ od: String, _ more: String) throws -> [String] {
      try Scenario.load(text: Self.text(od, more), file: "s.json5").idleFields.map(\.path)
    }
    let limits = ", matching: {limits: {max_detour_s: 90, max_detour_ratio: 1, max_wait_s: 60}}"
    let fields = ["matching.limits.max_detour_s", "matching.limits.max_detour_ratio"]
    #expect(try idle("{kind: 'stays'}", limits).sorted() == fields.sorted())
    #expect(try idle("{kind: 'uniform'}", limits) == [])
    let own = "{kind: 'stays'}, max_detour_s: 60, profile: [1, 2]"
    #expect(try idle(own, "").sorted() == ["supply.max_detour_s", "supply.profile"])
    #expect(try idle("{kind: 'stays', depart_s: null}, profile: [1, 2]", "") == [])
  }
}
