import CarpoolScenario
import Matching
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis

extension Explanation {
  /// Returns the lines on the two drivers with whom a passenger would transfer, or why not; nil if nobody looked for it.
  func transferLines(of attempt: AttemptRecord) -> [String] {
    guard attempt.transfer >= 0, let record = records.transfers?[Int(attempt.transfer)] else { return [] }
    let finding = record.finding
    let search =
      "  no driver takes the passenger all the way; a transfer: \(Words.plural(Int(finding.first), "first driver"))"
      + " near the pickup, \(Words.plural(Int(finding.second), "second driver")) past the destination,"
      + " \(Words.plural(Int(finding.evaluated), "ride")) evaluated"
    guard let transfer = finding.best else {
      let rules = world.scenario.matching.transfer ?? TransferRules()
      return [
        search
          + ", no pair with a common place that keeps every limit and a wait of \(Words.minutes(rules.leastWait)) to"
          + " \(Words.minutes(rules.longestWait))"
      ]
    }
    let (first, second) = (transfer.first, transfer.second)
    return [
      search,
      "  with driver \(name(ofDriver: first.driver)) to \(text(of: transfer.place)) at \(clock(transfer.dropoff)):"
        + " \(Words.minutes(first.insertion.timeToPickup)) to the pickup, \(Words.minutes(first.insertion.detour)) of detour,"
        + " cost \(first.cost)",
      "  with driver \(name(ofDriver: second.driver)) from there at \(clock(transfer.pickup)):"
        + " a wait of \(Words.minutes(transfer.wait)), \(Words.minutes(second.insertion.detour)) of detour, cost"
        + " \(second.cost); no other pair and place costs less than \(transfer.cost)",
      "  the change: \(record.fate.rawValue) (\(record.fate.meaning))",
    ]
  }
}
