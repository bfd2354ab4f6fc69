import CarpoolScenario
import Matching
import Quantities
import Testing

@testable import Scenario

/// How passengers transfer, as scenarios say it.
@Suite struct TransferFieldsTests {
  private static func text(_ matching: String, space: String = "{kind: 'city'}", _ more: String = "")
    -> String
  {
    "{space: \(space), supply: {kind: 'none'}, demand: {kind: 'none'},\nmatching: {\(matching)}\(more)}"
  }

  @Test func whatIsSaidIsRead() throws {
    #expect(try Scenario.load(text: Self.text(""), file: "s.json5").matching.transfer == nil)
    #expect(try Scenario.load(text: Self.text("transfer: null"), file: "s.json5").matching.transfer == nil)
    let usual = try Scenario.load(text: Self.text("transfer: {}"), file: "s.json5")
    #expect(usual.matching.transfer == TransferRules())
    let some = try Scenario.load(
      text: Self.text(
        "transfer: {least_wait_s: 0, longest_wait_s: 90, grid_m: 250}", space: "{kind: 'plane'}"),
      file: "s.json5")
    #expect(some.matching.transfer?.leastWait == .zero && some.matching.transfer?.grid == 250)
    #expect(some.matching.transfer?.longestWait == Milliseconds(90_000))
  }

  @Test(arguments: [
    (
      "transfer: {}", "{kind: 'plane'}", "",
      "s.json5:2:11: transfers require places that both cars pass: the junctions of a network, or a"
        + " grid; give transfer.grid_m, such as {grid_m: 500}, or a space of kind `network` or `city`"
    ),
    (
      "transfer: {least_wait_s: 100, longest_wait_s: 99}", "{kind: 'city'}", "",
      "the maximum wait is shorter than the minimum; give longest_wait_s at least 100"
    ),
    (
      "transfer: {grid_m: 0}", "{kind: 'plane'}", "",
      "matching.transfer.grid_m: found 0, which is out of range; give a number from 10 to 1e6 (m)"
    ),
    (
      "transfer: {}", "{kind: 'city'}", ", money: {}",
      "transfers cannot be combined with `money`, which supports one driver per passenger; leave out `matching.transfer` or `money`"
    ),
    (
      "transfer: {}", "{kind: 'city'}", ", board: {}",
      "transfers cannot be combined with `board`, which supports one driver per passenger; leave out `matching.transfer` or `board`"
    ),
  ])
  func whatCannotBeIsRefused(_ matching: String, _ space: String, _ more: String, _ sentence: String) {
    do throws(ScenarioError) {
      _ = try Scenario.load(text: Self.text(matching, space: space, more), file: "s.json5")
      Issue.record("it was read")
    } catch {
      #expect(error.description.contains(sentence), "\(error.description)")
    }
  }
}
