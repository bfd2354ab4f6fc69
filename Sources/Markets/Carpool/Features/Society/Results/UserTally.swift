import Quantities
import Simulation
import Travellers

/// The tally of a user in both roles.
struct UserTally: Sendable {
  /// Requests submitted, and those among them that were dropped off, without probes.
  var requests = 0
  var served = 0
  /// Driver rows that were not refused, and those among them whose trip appeared on the board.
  var trips = 0
  var offers = 0
  /// Requests dropped off as a driver.
  var passengersTaken = 0
}

extension CarpoolRun {
  /// The tallies by user index; empty if users do not matter.
  var userTallies: [UserTally] {
    guard let society = records.society?.setup else { return [] }
    var tallies = [UserTally](repeating: UserTally(), count: society.users)
    for (row, user) in society.ofRequest.enumerated() {
      let role = role(ofRequest: row)
      guard role == .settled || role == .inProgress else { continue }
      tallies[Int(user)].requests += 1
      if records.requests[row].outcome == .served { tallies[Int(user)].served += 1 }
    }
    for (row, user) in society.ofDriver.enumerated() where records.drivers[row].outcome != .refusedInput {
      tallies[Int(user)].trips += 1
      tallies[Int(user)].passengersTaken += Int(records.drivers[row].served)
      if records.offers.indices.contains(row), records.offers[row].published != nil {
        tallies[Int(user)].offers += 1
      }
    }
    return tallies
  }
}
