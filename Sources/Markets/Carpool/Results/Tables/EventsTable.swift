import Metrics
import Quantities
import Simulation
public import Tables

/// One thing that happened.
public struct CarpoolEventRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let event: EventRecord
  /// The number of the event, counting from 1.
  let sequence: Int
}

extension CarpoolTable {
  /// A row per event (`--record events`).
  public static let events = Table<CarpoolEventRow>(
    "events", "A row per event, in the order of execution (on request).", key: ["sequence"],
    constant: .runID,
    columns: [
      .count("sequence", "The number of the event in the order of execution, from 1.") { $0.sequence },
      .seconds("time_s", "The time of the event.") { $0.event.time },
      .word("event", "The kind of event; see the list of events.") { $0.event.kind },
      .request("request_id", "The request concerned; empty if none.") { $0.event.request.ifAny },
      .driver("driver_id", "The driver concerned; empty if none.") { $0.event.driver.ifAny },
    ])
}
