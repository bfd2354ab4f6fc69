import Lifecycle
import Metrics
import Models
import Quantities
import Simulation
import Testing

@testable import Carpool

struct StartUpTests {
  /// The matches of the story, by the moment of the answer; one at the period's end lies outside.
  @Test
  func `matches are counted by the driver's answer`() throws {
    var run = Story.run
    #expect(run.startUp == nil)
    let answers = run.records.attempts.filter { $0.outcome == .accepted }.map(\.answered)
    let last = try #require(answers.max())
    run.stationaryPeriod = last
    #expect(run.startUp?.matches.reduce(0, +) == Double(answers.count { $0 < last }))
    run.stationaryPeriod = last + last
    let whole = try #require(run.startUp)
    #expect(whole.matches.reduce(0, +) == Double(answers.count))
    #expect(whole.matches[50] == 1)
  }
}
