import Community
import Metrics
import Quantities
import Tables

/// A returning user.
struct ServiceUserRow: ServicesRow {
  let run: ServicesRun
  let place: Int
  let user: ServiceUser
}

extension ServicesRun {
  /// Whether users return.
  var hasUsers: Bool { departures != nil }

  /// Returns the name of `user` in the files.
  func name(of user: UserIndex) -> String {
    guard let users = setup.users, Int(user) >= users.providers else {
      return "provider " + providerNames.text(of: setup.providers[Int(user)].id)
    }
    let client = Int(user) - users.providers
    return "client " + (users.clientNames.isEmpty ? "\(client)" : users.clientNames[client])
  }
}

extension ServicesTable {
  /// A row per user.
  static let users = Table<ServiceUserRow>(
    "users",
    "A row per user: providers first, then clients who are not providers; only in scenarios with `users`.",
    key: ["user_id"], constant: .runID,
    columns: [
      .text("user_id", "The user: `provider` and the id, or `client` and the name or number.") {
        $0.run.name(of: UserIndex($0.place))
      },
      .count("jobs", "The number of jobs submitted, excluding probes and refused rows.") { $0.user.jobs },
      .count("done", "The number of these jobs that were done.") { $0.user.done },
      .count(
        "worked",
        "The number of jobs done as a provider; empty for clients who are not providers, and for refused rows."
      ) {
        $0.user.worked
      },
      .seconds("left_s", "The time of leaving the service; empty if the user stayed.") { $0.user.left },
      .word("reason", "The reason for leaving; see the list of reasons.") { $0.user.reason },
    ])

  /// A row per day.
  static let days = Table<UserDay>(
    "days",
    "A row per day, midnight to midnight, up to the day of the last job; only in scenarios with `users`.",
    key: ["day"], constant: .runID,
    columns: Column.ofDays(
      active: "The number of users who submitted a job, or arrived at one as its provider, on the day.",
      requests: "The number of jobs submitted on the day, excluding probes and refused rows.",
      served: "The number of these jobs that were done, possibly later."))

  /// The tables of returning users.
  static let tablesOfUsers: [RunTable<ServicesRun>] = [
    RunTable("users", users, where: \.hasUsers) { run in
      run.serviceUsers.enumerated().map { ServiceUserRow(run: run, place: $0, user: $1) }
    },
    RunTable("days", days, where: \.hasUsers) { $0.userDays },
  ]
}
