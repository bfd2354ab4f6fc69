import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

/// A person who may drive or ride.
public struct RoleRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let person: PersonOfRoles
}

extension CarpoolTable {
  /// A row per person who may drive or ride.
  public static let roles = Table<RoleRow>(
    "roles",
    "A row per person with a flexible role, with the corresponding request and driver; only in scenarios with"
      + " `demand.car_share`, or the role `either` in a file.",
    key: ["request_id"], constant: .runID,
    columns: [
      .request("request_id", "The request of the person, by the id of the demand file.") {
        $0.person.request
      },
      .driver("driver_id", "The driver of the same person, in drivers.csv.") { $0.person.driver },
      .word("role", "The role taken; see the list of roles.") { $0.person.taken },
      .seconds(
        "decided_s",
        "The time of the decision: bound to a driver or a passenger, departed alone, or ended; empty if the run was cut off before."
      ) { $0.person.decided },
    ])
}
