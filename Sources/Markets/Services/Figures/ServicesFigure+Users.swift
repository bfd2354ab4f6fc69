import Metrics
import Statistics
import Tables

/// The figures of returning users.
extension ServicesFigure {
  static let ofUsers: [Figure<ServicesTotals>] = [
    Figure(.retention) { totals in
      let users = totals.run.serviceUsers.filter(\.tookPart)
      return .share(users.count { $0.left == nil }, of: users.count)
    },
    Figure(.providerRetention) { totals in
      let providers = totals.run.serviceUsers.filter { $0.tookPart && $0.worked != nil }
      return .share(providers.count { $0.left == nil }, of: providers.count)
    },
  ]
}

extension Metric {
  static let retention = Metric(
    "retention", .ratio, over: .users, better: .higherIsBetter,
    "Users who stayed to the end of the run ÷ users who ever took part; days.csv has it per day."
  )
  static let providerRetention = Metric(
    "provider_retention", .ratio, over: .users, better: .higherIsBetter,
    "Providers who stayed to the end of the run ÷ providers who ever took part.")
}

extension Metric.Population {
  static let users = Self(
    "users",
    "Clients who submitted a job and providers found by searches, over the whole run; only with `users`.")
}
