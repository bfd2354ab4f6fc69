import CarpoolScenario
import Metrics
import Scenario
public import Tables

extension CarpoolTable {
  /// A row per day with its map service calls.
  public static let mapCalls = Table<MapCallDay>(
    "map_calls",
    "A row per day with the calls of map services that the operator would have made; only of a scenario with"
      + " `results.map_calls`.",
    key: ["day"], constant: .runID,
    columns: [
      .count("day", "The day, counted from 1; midnight to midnight by `time.start`, else from second 0.") {
        $0.day
      },
      .count("routes", "Routes.") { $0.calls.routes },
      .count("matrix", "Elements of distance matrices.") { $0.calls.matrix },
      .count("geocoding", "Addresses looked up.") { $0.calls.geocoding },
      .count("calls", "All of them.", formula: "routes + matrix + geocoding") { $0.calls.all },
      .count("over_quota", "Calls beyond the quota of the day.", formula: "max(0, calls − quota)") {
        $0.overQuota
      },
    ])
}
