import Metrics
public import Tables

extension CarpoolTable {
  /// A row per day of the same people.
  public static let days = Table<UserDay>(
    "days", "A row per day, midnight to midnight; only of a scenario that draws people over days.",
    key: ["day"], constant: .runID,
    columns: [
      .count("day", "The day, counted from 1.") { $0.day },
      .count("users_active", "Users who submitted a request or departed as driver on the day.") { $0.active },
      .count(
        "users_left", "Users who left the service on the day; on the last day, also those who left later."
      ) { $0.left },
      .count("requests", "Requests submitted on the day, no probes, no refused rows.") { $0.requests },
      .count("served", "Those of them that were dropped off, be it later.") { $0.served },
      .ratio(
        "retention", "Share of the users who ever took part that has not left by the end of the day.",
        formula: "1 − sum of users_left so far ÷ users who ever took part"
      ) { $0.retention },
    ])
}
