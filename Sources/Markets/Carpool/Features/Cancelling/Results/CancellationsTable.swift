import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

/// A passenger who cancelled an approaching car.
public struct CancellationRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let record: CancellationRecord
}

extension CarpoolTable {
  /// A row per passenger who cancelled.
  public static let cancellations = Table<CancellationRow>(
    "cancellations",
    "A row per passenger who cancelled after a driver's acceptance; only in scenarios with"
      + " `demand.cancel_probability`.",
    key: ["request_id"], constant: .runID,
    columns: [
      .request("request_id", "The request, by the id of the demand file.") { $0.record.request },
      .driver("driver_id", "The driver who was coming; of a transfer the first.") { $0.record.driver },
      .seconds("agreed_s", "The time of the driver's acceptance.") { $0.record.agreed },
      .seconds("cancelled_s", "The time of the cancellation.") { $0.record.time },
      .seconds("planned_pickup_s", "The agreed pickup time.") {
        $0.record.plannedPickup
      },
    ])
}
