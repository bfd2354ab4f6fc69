public import Community
import Metrics
public import Tables

extension CarpoolTable {
  /// A row per day on which the same people travel.
  public static let days = Table<UserDay>(
    "days", "A row per day, midnight to midnight; only in scenarios with people over several days.",
    key: ["day"], constant: .runID,
    columns: Column.ofDays(
      active: "Users who submitted a request or departed as driver on the day.",
      requests: "The number of requests submitted on the day, excluding probes and refused rows.",
      served: "The number of these requests that were dropped off, possibly later."))
}
