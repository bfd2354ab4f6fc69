import CarpoolScenario
import Metrics
import Scenario
public import Tables

extension CarpoolTable {
  /// A row per day with its map service calls.
  public static let mapCalls = Table<MapCallDay>(
    "map_calls",
    "A row per day with the operator's map-service calls; only in scenarios with"
      + " `results.map_calls`.",
    key: ["day"], constant: .runID,
    columns: [
      .count("day", "The day, counted from 1; from midnight if `time.start` is set, otherwise from second 0.")
      {
        $0.day
      },
      .count("routes", "Routes.") { $0.calls.routes },
      .count("matrix", "Elements of distance matrices.") { $0.calls.matrix },
      .count("geocoding", "Addresses geocoded.") { $0.calls.geocoding },
      .count("calls", "All of them.", formula: "routes + matrix + geocoding") { $0.calls.all },
      .count("over_quota", "Calls beyond the quota of the day.", formula: "max(0, calls − quota)") {
        $0.overQuota
      },
    ])
}
