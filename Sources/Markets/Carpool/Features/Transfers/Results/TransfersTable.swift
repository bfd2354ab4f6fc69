import Matching
import Metrics
import Quantities
import Simulation
import Spaces
public import Tables

/// A search for a transfer, and its result.
public struct TransferRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let attempt: AttemptRecord
  let record: TransferRecord
  let place: Coordinates?

  init(_ attempt: AttemptRecord, _ record: TransferRecord, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.attempt = attempt
    self.record = record
    place = record.finding.best.flatMap { source.pointee.coordinates($0.place.position) }
  }

  var transfer: Transfer? { record.finding.best }
}

extension CarpoolTable {
  /// A row per attempt in which a transfer was looked for.
  public static let transfers = Table<TransferRow>(
    "transfers",
    "A row per attempt without a direct ride, for which a transfer was searched; only of a scenario"
      + " with `matching.transfer`.",
    key: ["request_id", "cycle", "attempt"], constant: .runID,
    columns: [
      .request("request_id", "The request, as the demand file calls it.") { $0.attempt.request },
      .cycle { $0.attempt.cycle },
      .attempt { $0.attempt.attempt },
      .count("first_drivers", "Drivers near the pickup with seats and compatible required wishes.") {
        $0.record.finding.first
      },
      .count(
        "second_drivers",
        "Drivers passing near the destination with seats and compatible required wishes."
      ) { $0.record.finding.second },
      .count("evaluated", "Rides of either that no bound dismissed.") { $0.record.finding.evaluated },
      .word("fate", "What became of the change. See the list of transfer fates.") { $0.record.fate },
      .driver("first_driver_id", "The driver to the transfer point; empty where none was found.") {
        $0.transfer?.first.driver
      },
      .driver("second_driver_id", "The driver from the transfer point.") { $0.transfer?.second.driver },
      .coordinate("x", "Longitude or x of the place where the passenger changes.") { $0.place?.x },
      .coordinate("y", "Latitude or y of it.") { $0.place?.y },
      .seconds("planned_dropoff_s", "When the first car is to be there, as last agreed or offered.") {
        $0.transfer?.dropoff
      },
      .seconds("planned_pickup_s", "When the second car is to pick the passenger up.") {
        $0.transfer?.pickup
      },
      .seconds("dropoff_s", "When the passenger got off there.") { $0.record.dropoff },
      .seconds("pickup_s", "When the passenger got on again.") { $0.record.pickup },
      .driver(
        "onward_driver_id",
        "In the car of the second driver, or of the driver who replaced them."
      ) { $0.record.onward.ifAny },
      .seconds("wait_s", "How long the passenger waited there.", formula: "pickup_s − dropoff_s") { row in
        row.record.dropoff.flatMap { begin in row.record.pickup.map { $0 - begin } }
      },
      .seconds("first_detour_s", "What the change adds to the first driver's way.") {
        $0.transfer?.first.insertion.detour
      },
      .seconds("second_detour_s", "What it adds to the second driver's.") {
        $0.transfer?.second.insertion.detour
      },
      .cost("first_cost_ms", "The cost of the first ride.") { $0.transfer?.first.cost },
      .cost("second_cost_ms", "That of the second; its time to pickup is the wait at the place.") {
        $0.transfer?.second.cost
      },
    ])
}
