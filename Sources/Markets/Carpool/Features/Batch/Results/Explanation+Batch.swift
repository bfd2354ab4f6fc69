import CarpoolScenario
import Matching
import Quantities
import Scenario
import Simulation
import Synthesis
import Travellers

extension Explanation {
  /// The requests that were decided together with `attempt`; nil where it was decided alone.
  func windowLine(of attempt: AttemptRecord) -> String? {
    guard !input.isProbe, let batch = records.batch,
      let window = batch.windows.first(where: { $0.time == attempt.time })
    else { return nil }
    let rules = world.scenario.matching.batch ?? BatchRules()
    let others = window.requests - 1
    var line =
      "  decided at the end of a window of \(Words.minutes(rules.window)), with \(Words.plural(others, "other request")):"
      + " \(Words.plural(window.pairs, "pair")) could be made with \(Words.plural(window.drivers, "driver")),"
      + " \(window.found) were"
    if attempt.driver == .none, attempt.cause == .unassigned {
      line += "; each candidate driver was worth more to another request, or cost too much"
    }
    return line
  }
}
