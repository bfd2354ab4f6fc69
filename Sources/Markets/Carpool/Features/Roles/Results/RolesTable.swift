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
    "A row per person who may drive or ride: the request and the driver that they are; only of a scenario with"
      + " `demand.car_share`, or the role `either` in a file.",
    key: ["request_id"], constant: .runID,
    columns: [
      .request("request_id", "The request of the person, as the demand file calls it.") { $0.person.request },
      .driver("driver_id", "The driver of the same person, in drivers.csv.") { $0.person.driver },
      .word("role", "What the person did; see the list of roles.") { $0.person.taken },
      .seconds(
        "decided_s",
        "When that was certain: bound to a driver or a passenger, left alone, or ended; empty where the run was cut off before."
      ) { $0.person.decided },
    ])
}
