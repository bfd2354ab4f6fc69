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
    "A row per passenger and driver whom windows paired one after the other; only of a scenario with"
      + " `matching.batch.commit` `latest`.",
    key: ["request_id", "from_s"], constant: .runID,
    columns: [
      .request("request_id", "The request, as the demand file calls it.") { $0.record.request },
      .driver("driver_id", "The driver that it was paired with.") { $0.record.driver },
      .seconds("from_s", "When the first window ended that paired them.") { $0.record.from },
      .seconds(
        "until_s", "When the pair ended: bound, or made no more; empty where the run was cut off before."
      ) {
        $0.record.until.ifEver
      },
      .count("windows", "Windows that paired them, one after the other.") { $0.record.windows },
      .cost("cost", "Weighted cost of the pair as of the first window; lower is better.") { $0.record.cost },
      .word("fate", "How the pair ended; see the list of provisional fates.") { $0.record.fate },
    ])
}
