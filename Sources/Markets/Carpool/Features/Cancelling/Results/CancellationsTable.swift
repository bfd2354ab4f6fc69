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
    "A row per passenger who cancelled after a driver had agreed to come; only of a scenario with"
      + " `demand.cancel_probability`.",
    key: ["request_id"], constant: .runID,
    columns: [
      .request("request_id", "The request, as the demand file calls it.") { $0.record.request },
      .driver("driver_id", "The driver who was coming; of a transfer the first.") { $0.record.driver },
      .seconds("agreed_s", "When the driver had agreed.") { $0.record.agreed },
      .seconds("cancelled_s", "When the passenger cancelled.") { $0.record.time },
      .seconds("planned_pickup_s", "When the car was to come, as it was agreed.") {
        $0.record.plannedPickup
      },
    ])
}
