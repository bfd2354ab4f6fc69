import CarpoolScenario
import Matching
import Quantities
import Testing

@testable import Scenario

/// How far passengers walk, as scenarios say it.
@Suite struct WalkingFieldsTests {
  private static func text(_ matching: String, space: String = "{kind: 'city'}") -> String {
    "{space: \(space), supply: {kind: 'none'}, demand: {kind: 'none'},\nmatching: {\(matching)}}"
  }

  @Test func whatIsSaidIsRead() throws {
    let none = try Scenario.load(text: Self.text(""), file: "s.json5")
    #expect(none.matching.walking == WalkingRules() && none.matching.walking.reach == 0)
    let some = try Scenario.load(
      text: Self.text("walk_m: 400, walk_speed_ms: 1.1, walk_grid_m: 50"), file: "s.json5")
    #expect(some.matching.walking.reach == 400 && some.matching.walking.grid == 50)
    #expect(some.matching.walking.time(of: 110) == Milliseconds(100_000))
  }

  @Test(arguments: [
    (
      "walk_m: 300, radius_m: 200", "{kind: 'city'}",
      "s.json5:2:20: matching: the maximum walk of 300 m exceeds the matching radius of 200 m; "
        + "give walk_m at most radius_m"
    ),
    (
      "walk_m: -1", "{kind: 'city'}",
      "s.json5:2:20: matching.walk_m: found -1, which is out of range; give a number from 0 to 1e8 (m)"
    ),
    (
      "walk_speed_ms: 0", "{kind: 'city'}",
      "s.json5:2:27: matching.walk_speed_ms: found 0, which is out of range; give a number from 0.01 to 100 (m/s)"
    ),
    (
      "walk_grid_m: 0", "{kind: 'city'}",
      "s.json5:2:25: matching.walk_grid_m: found 0, which is out of range; give a number from 1 to 1e6 (m)"
    ),
    (
      "walk_m: 500, walk_grid_m: 20", "{kind: 'plane'}",
      "a grid of 20 m has too many points within 500 m; give walk_grid_m at least 25"
    ),
  ])
  func whatCannotBeIsRefused(_ matching: String, _ space: String, _ sentence: String) {
    do throws(ScenarioError) {
      _ = try Scenario.load(text: Self.text(matching, space: space), file: "s.json5")
      Issue.record("it was read")
    } catch {
      #expect(error.description.contains(sentence), "\(error.description)")
    }
  }

  @Test func aScenarioWithoutWalkingIsWrittenAsBefore() throws {
    let text = try Scenario.load(text: Self.text("walk_m: 0, walk_speed_ms: 1.3"), file: "s.json5")
      .identity(inputs: [])
    #expect(!text.contains("walk"))
    let walking = try Scenario.load(text: Self.text("walk_m: 200"), file: "s.json5").identity(inputs: [])
    #expect(walking.contains("\"walk_m\":200"))
  }

  /// Corners are as many as they are: a grid is no matter on a network.
  @Test func aGridIsNoMatterOnANetwork() throws {
    _ = try Scenario.load(text: Self.text("walk_m: 500, walk_grid_m: 20"), file: "s.json5")
  }
}
