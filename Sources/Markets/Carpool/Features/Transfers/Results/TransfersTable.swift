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
    "A row per attempt without a direct ride, for which a transfer was searched; only in scenarios"
      + " with `matching.transfer`.",
    key: ["request_id", "cycle", "attempt"], constant: .runID,
    columns: [
      .request("request_id", "The request, by the id of the demand file.") { $0.attempt.request },
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
      .word("fate", "The fate of the transfer; see the list of transfer fates.") { $0.record.fate },
      .driver("first_driver_id", "The driver to the transfer point; empty if none was found.") {
        $0.transfer?.first.driver
      },
      .driver("second_driver_id", "The driver from the transfer point.") { $0.transfer?.second.driver },
      .coordinate("x", "The longitude or x of the transfer point.") { $0.place?.x },
      .coordinate("y", "Latitude or y of it.") { $0.place?.y },
      .seconds("planned_dropoff_s", "The planned arrival of the first car, as last agreed or offered.") {
        $0.transfer?.dropoff
      },
      .seconds("planned_pickup_s", "The planned pickup by the second car.") {
        $0.transfer?.pickup
      },
      .seconds("dropoff_s", "The actual drop-off at the transfer point.") { $0.record.dropoff },
      .seconds("pickup_s", "The actual pickup at the transfer point.") { $0.record.pickup },
      .driver(
        "onward_driver_id",
        "In the car of the second driver, or of the driver who replaced them."
      ) { $0.record.onward.ifAny },
      .seconds("wait_s", "The wait at the transfer point.", formula: "pickup_s − dropoff_s") { row in
        row.record.dropoff.flatMap { begin in row.record.pickup.map { $0 - begin } }
      },
      .seconds("first_detour_s", "The detour of the first driver due to the transfer.") {
        $0.transfer?.first.insertion.detour
      },
      .seconds("second_detour_s", "The detour of the second driver due to the transfer.") {
        $0.transfer?.second.insertion.detour
      },
      .cost("first_cost_ms", "The cost of the first ride.") { $0.transfer?.first.cost },
      .cost(
        "second_cost_ms",
        "The cost of the second insertion, whose time to pickup is the wait at the transfer point."
      ) {
        $0.transfer?.second.cost
      },
    ])
}
