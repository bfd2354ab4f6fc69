import CarpoolScenario
public import Community
import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

extension CarpoolRun {
  /// The simulated days of a scenario with `users`; empty for other scenarios.
  ///
  /// - Complexity: one pass over requests, drivers and users.
  public var userDays: [UserDay] {
    guard let count = fields.users?.days, let society = records.society else { return [] }
    var days = UserDays(count: count)
    for (row, user) in society.setup.ofRequest.enumerated() {
      let role = role(ofRequest: row)
      guard role == .settled || role == .inProgress else { continue }
      days.addRequest(of: user, at: requests[row].submit, isServed: records.requests[row].outcome == .served)
    }
    for stop in records.stops where stop.kind == .depart {
      days.addWork(of: society.setup.ofDriver[Int(stop.driver)], at: stop.arrive)
    }
    return days.counted(left: society.left, tookPart: society.verified.count { $0 != nil })
  }
}

extension CarpoolTable {
  /// One row per simulated day, in scenarios with `users`.
  public static let days = Table<UserDay>(
    "days", "A row per day, midnight to midnight; only in scenarios with users over several days.",
    key: ["day"], constant: .runID,
    columns: Column.ofDays(
      active: "Users who submitted a request or departed as a driver on the day.",
      requests: "The number of requests submitted on the day, excluding probes and refused rows.",
      served: "The number of these requests that were dropped off, possibly later."))
}
