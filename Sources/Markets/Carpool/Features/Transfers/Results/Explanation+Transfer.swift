import CarpoolScenario
import JSON5
import Matching
import Models
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis

extension Explanation {
  /// The two drivers with whom a passenger would transfer, or why not, as transfers.csv calls it; nothing if nobody looked for it.
  func transfer(of attempt: AttemptRecord) -> [AccountFact] {
    let lines = transferLines(of: attempt)
    return lines.isEmpty ? [] : [AccountFact("transfer", json(ofTransferOf: attempt), lines)]
  }

  private func json(ofTransferOf attempt: AttemptRecord) -> JSON {
    guard let record = records.transfers?[Int(attempt.transfer)] else { return .null }
    let finding = record.finding
    var members: [JSON.Member] = [
      .init("first_drivers", .integer(Int128(finding.first))),
      .init("second_drivers", .integer(Int128(finding.second))),
      .init("evaluated", .integer(Int128(finding.evaluated))), .init("fate", .text(record.fate.rawValue)),
    ]
    if let transfer = finding.best {
      let place = world.spaces.geometry.coordinates(of: transfer.place.position)
      let (first, second) = (transfer.first, transfer.second)
      members += [
        .init("first_driver_id", .text(id(first.driver))),
        .init("second_driver_id", .text(id(second.driver))),
        .init("x", .number(place.x)), .init("y", .number(place.y)),
        .init("planned_dropoff_s", .number(transfer.dropoff.seconds)),
        .init("planned_pickup_s", .number(transfer.pickup.seconds)),
        .init("wait_s", .number(transfer.wait.seconds)),
        .init("first_time_to_pickup_s", .number(first.insertion.timeToPickup.seconds)),
        .init("first_detour_s", .number(first.insertion.detour.seconds)),
        .init("second_detour_s", .number(second.insertion.detour.seconds)),
        .init("first_cost_ms", .integer(Int128(first.cost))),
        .init("second_cost_ms", .integer(Int128(second.cost))),
      ]
    }
    return .object(members)
  }

  private func transferLines(of attempt: AttemptRecord) -> [String] {
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
