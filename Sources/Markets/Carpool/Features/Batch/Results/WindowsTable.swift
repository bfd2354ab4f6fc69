import Metrics
public import Simulation
public import Tables

extension CarpoolTable {
  /// A row per window with at least one request.
  public static let windows = Table<WindowRecord>(
    "windows",
    "A row per window with a request; only in scenarios with `matching.batch`; empty if each request is"
      + " decided at once.",
    key: ["time_s"], constant: .runID,
    columns: [
      .time("The end of the window, when it was decided.") { $0.time },
      .count("requests", "Requests decided; probes and passengers who left before are excluded.") {
        $0.requests
      },
      .count("drivers", "Drivers who were candidates for at least one of them.") { $0.drivers },
      .count("pairs", "Pairs of a request and a candidate driver.") { $0.pairs },
      .count("found", "Requests that a driver was found for, all the way, and asked.") { $0.found },
      .count(
        "blocking_pairs",
        "Pairs that would both have preferred each other to the decision: the passenger by the time to the pickup and"
          + " the wishes that are met, the driver by the detour."
      ) { $0.blockingPairs },
    ])
}
