import CarpoolScenario
import JSON5
import Scenario
import Testing

/// The fields of shared stops and of meeting places.
@Suite struct StopsFieldsTests {
  private static func text(_ matching: String, _ more: String = "") -> String {
    "{space: {kind: 'plane'}, time: {duration_s: 60}, supply: {kind: 'synthetic', count: 1},"
      + " demand: {kind: 'synthetic', count: 1}, matching: {\(matching)}\(more)}"
  }

  private func load(_ matching: String, _ more: String = "") throws(ScenarioError) -> Scenario {
    try Scenario.load(text: Self.text(matching, more), file: "s.json5")
  }

  @Test func `stops are shared where the scenario says so`() throws {
    #expect(try load("").matching.stops == .each)
    #expect(try load("stops: 'shared'").matching.stops == .shared)
    #expect(try load("stops: 'each'").resolved.compact == load("").resolved.compact)
  }

  @Test func `meeting places are those of a file`() throws {
    let meeting = try load("walk_m: 100, meeting: {kind: 'places', file: 'p.csv', door: true}").matching
      .meeting
    var file = Scenario.MeetingFile()
    (file.file, file.door) = ("p.csv", true)
    #expect(meeting == .places(file))
    #expect(try load("walk_m: 100, meeting: {kind: 'nodes'}").matching.meeting == .nodes)
    #expect(try load("").matching.meeting == nil)
  }

  @Test(arguments: [
    (
      "stops: 'shared', transfer: {grid_m: 500}", "",
      "shared stops cannot be combined with `matching.transfer`: the search for transfers assumes a stop per party"
    ),
    (
      "stops: 'shared'", ", results: {hindsight: true}",
      "shared stops cannot be combined with `results.hindsight`"
    ),
    (
      "walk_m: 100, meeting: {kind: 'places', file: 'p.csv'}", ", results: {hindsight: true}",
      "the hindsight optimum does not support listed meeting places; leave out `results.hindsight` or `matching.meeting`"
    ),
    ("walk_m: 100, meeting: {kind: 'places'}", "", "matching.meeting.file"),
    ("stops: 'some'", "", "each"),
  ])
  func `what cannot be is refused`(_ matching: String, _ more: String, _ sentence: String) {
    do throws(ScenarioError) {
      _ = try load(matching, more)
      Issue.record("it was read")
    } catch {
      #expect(error.description.contains(sentence), "\(error.description)")
    }
  }

  @Test func `fields without effect are told`() throws {
    let places = "meeting: {kind: 'places', file: 'p.csv'}"
    #expect(try load(places).idleFields.map(\.path) == ["matching.meeting"])
    #expect(
      try load("walk_m: 100, walk_grid_m: 50, " + places).idleFields.map(\.path) == ["matching.walk_grid_m"])
    #expect(try load("walk_m: 100, stops: 'shared', " + places).idleFields.isEmpty)
  }
}
