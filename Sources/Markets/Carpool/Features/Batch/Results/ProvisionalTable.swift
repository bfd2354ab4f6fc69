import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

/// A passenger and a driver who were paired provisionally.
public struct ProvisionalRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let record: ProvisionalRecord
}

extension CarpoolTable {
  /// A row per provisional pair.
  public static let provisional = Table<ProvisionalRow>(
    "provisional",
    "A row per pair of a passenger and a driver in consecutive windows; only in scenarios with"
      + " `matching.batch.commit` `latest`.",
    key: ["request_id", "from_s"], constant: .runID,
    columns: [
      .request("request_id", "The request, by the id of the demand file.") { $0.record.request },
      .driver("driver_id", "The driver that it was paired with.") { $0.record.driver },
      .seconds("from_s", "The end of the first window that paired them.") { $0.record.from },
      .seconds(
        "until_s", "The time at which the pair was bound or dissolved; empty if the run was cut off before."
      ) {
        $0.record.until.ifEver
      },
      .count("windows", "The number of consecutive windows that paired them.") { $0.record.windows },
      .cost("cost", "Weighted cost of the pair as of the first window; lower is better.") { $0.record.cost },
      .word("fate", "The fate of the pair; see the list of provisional fates.") { $0.record.fate },
    ])
}
