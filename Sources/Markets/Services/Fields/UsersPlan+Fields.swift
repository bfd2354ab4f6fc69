import Community
import Quantities
import Scenario

/// People who return on later days, and leave a service that fails them.
struct UsersPlan: Equatable, Sendable {
  /// The number of clients; nil if members request the jobs or a file lists the clients.
  var count: Int?
  var churn: ChurnRules?
  var providerChurn: ChurnRules?

  static let members = Members(
    Self(),
    [
      Field(
        "count", \.count, orNull: .integer(1, to: 50_000_000),
        "The number of clients, each of whom requests jobs at a fixed home drawn by `demand.place`."
      ).idle { $1.services.withoutDrawnClients },
      Field(
        "churn", \.churn, orNull: .object(ChurnRules.members),
        "Churn of clients; failures are jobs not done or disputed, except those that the client cancelled or"
          + " missed. `null`: nobody leaves."
      ),
      Field(
        "provider_churn", \.providerChurn, orNull: .object(ChurnRules.members),
        "Churn of providers; failures are days with working hours but without a completed job, at whose end no"
          + " appointment is agreed. `null`: nobody leaves."
      ).idle { plan, scenario in
        guard let days = plan.providerChurn?.afterFailures, let duration = scenario.time.duration,
          duration < Int64(days) * UserDays.length
        else { return nil }
        return "nobody is idle for \(days) days (`time.duration_s`)"
      },
    ])
}

extension ServicesFields {
  /// The reason no non-member clients are drawn; nil if they are.
  var withoutDrawnClients: String? {
    guard case .synthetic(let jobs) = demand else {
      return "the file gives the client of each job in `client_id` (`demand` is of kind `recorded`)"
    }
    return areMembersClients(of: jobs)
      ? "members request the jobs (`settlement`, or `demand.place` of kind `home`)" : nil
  }

  /// Returns whether members request the jobs of `plan`: they do if hours are paid with hours, and if jobs are
  /// near their homes.
  func areMembersClients(of plan: SyntheticJobs) -> Bool {
    if case .home = plan.place { return true }
    return if case .timeCredits = settlement { true } else { false }
  }

  /// Checks that the number of drawn clients is given, and that recorded clients are present.
  static func checkUsers(_ checked: Checked<Self>, _ faults: inout Faults) {
    guard let users = checked.value.users, users.count == nil, checked.value.withoutDrawnClients == nil else {
      return
    }
    checked.conflict(
      "returning clients require a number; give users.count", ["users"], &faults)
  }
}
