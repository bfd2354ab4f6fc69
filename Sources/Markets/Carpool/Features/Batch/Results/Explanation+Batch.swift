import CarpoolScenario
import JSON5
import Matching
import Models
import Quantities
import Scenario
import Simulation
import Synthesis
import Travellers

extension Explanation {
  /// The window whose requests were decided together with `attempt`; nothing where it was decided alone.
  func window(of attempt: AttemptRecord) -> [AccountFact] {
    guard !input.isProbe, let batch = records.batch,
      let window = batch.windows.first(where: { $0.time == attempt.time })
    else { return [] }
    let rules = world.scenario.matching.batch ?? BatchRules()
    let others = window.requests - 1
    var line =
      "  decided at the end of a window of \(Words.minutes(rules.window)), with \(Words.plural(others, "other request")):"
      + " \(Words.plural(window.pairs, "pair")) could be made with \(Words.plural(window.drivers, "driver")),"
      + " \(window.found) were"
    if attempt.driver == .none, attempt.cause == .unassigned {
      line += "; each candidate driver was worth more to another request, or cost too much"
    }
    return [
      AccountFact(
        "window",
        .object([
          .init("window_s", .number(rules.window.seconds)),
          .init("requests", .integer(Int128(window.requests))),
          .init("drivers", .integer(Int128(window.drivers))), .init("pairs", .integer(Int128(window.pairs))),
          .init("found", .integer(Int128(window.found))),
        ]), [line])
    ]
  }
}
