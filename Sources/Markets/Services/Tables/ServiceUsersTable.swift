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
    "users", "A row per user, providers first, then clients who are none; only of a scenario with `users`.",
    key: ["user_id"], constant: .runID,
    columns: [
      .text("user_id", "Who it is: provider and the id, or client and the name or number.") {
        $0.run.name(of: UserIndex($0.place))
      },
      .count("jobs", "Jobs submitted, no probes, no refused rows.") { $0.user.jobs },
      .count("done", "Those of them that were done.") { $0.user.done },
      .count("worked", "Jobs done as a provider; empty for a client who is none, and of refused rows.") {
        $0.user.worked
      },
      .seconds("left_s", "When they left the service; empty if they stayed.") { $0.user.left },
      .word("reason", "Why they left; see the list of reasons.") { $0.user.reason },
    ])

  /// A row per day.
  static let days = Table<UserDay>(
    "days",
    "A row per day, midnight to midnight, up to that of the last job; only of a scenario with `users`.",
    key: ["day"], constant: .runID,
    columns: Column.ofDays(
      active: "Users who submitted a job, or came to one as its provider, on the day.",
      requests: "Jobs submitted on the day, no probes, no refused rows.",
      served: "Those of them that were done, be it later."))

  /// The tables of returning users.
  static let tablesOfUsers: [RunTable<ServicesRun>] = [
    RunTable("users", users, where: \.hasUsers) { run in
      run.serviceUsers.enumerated().map { ServiceUserRow(run: run, place: $0, user: $1) }
    },
    RunTable("days", days, where: \.hasUsers) { $0.userDays },
  ]
}
