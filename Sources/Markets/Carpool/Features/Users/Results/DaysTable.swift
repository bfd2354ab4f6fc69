public import Community
import Metrics
public import Tables

extension CarpoolTable {
  /// A row per day on which the same people travel.
  public static let days = Table<UserDay>(
    "days", "A row per day, midnight to midnight; only of a scenario that draws people over days.",
    key: ["day"], constant: .runID,
    columns: Column.ofDays(
      active: "Users who submitted a request or departed as driver on the day.",
      requests: "Requests submitted on the day, no probes, no refused rows.",
      served: "Those of them that were dropped off, be it later."))
}
