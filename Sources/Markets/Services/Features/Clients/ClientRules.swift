import Community
import Scenario
public import Statistics

/// The rules by which the service checks the identity of clients: each signs up with the first job.
public struct ClientRules: Equatable, Sendable {
  /// The share of clients who are verified at once.
  public var verifiedShare = 0.5
  /// The time from the first job to the decision on the others, in seconds.
  public var delay = Law.lognormal(median: 14_400, sigma: 1)
  /// The share of these who are refused.
  public var refusedShare = 0.05

  public init() {}
}

extension ClientRules {
  static var members: Members<Self> {
    let withoutChecks = "all clients are verified at once (`verified_share` is 1)"
    return Members(
      Self(),
      [
        Field("verified_share", \.verifiedShare, .share, "The share of clients who are verified at once.")
          .idle { $1.services.withoutOwnClients },
        Field(
          "delay", \.delay, .law(),
          "The time, in seconds, from the first job of the other clients to the decision, for which their jobs wait."
        ).idle(withoutChecks) { $0.verifiedShare == 1 }.idle { $1.services.withoutOwnClients },
        Field(
          "refused_share", \.refusedShare, .share,
          "The share of the other clients who are refused; their jobs are never searched for."
        ).idle(withoutChecks) { $0.verifiedShare == 1 }.idle { $1.services.withoutOwnClients },
      ])
  }
}

extension Field<ServicesFields> {
  /// The field that switches the identity checks of clients on.
  static var clientVerification: Self {
    Self(
      "client_verification", \.clientVerification, orAbsent: .object(ClientRules.members),
      "Identity checks of clients, before which their jobs are not searched for; members are checked as providers. `null`: no checks."
    )
  }
}

extension ServicesFields {
  /// The reason no client is checked who is not a provider; nil if there are such clients.
  fileprivate var withoutOwnClients: String? {
    guard case .synthetic(let jobs) = demand, areMembersClients(of: jobs) else { return nil }
    return
      "members request the jobs, and are verified as providers (`settlement`, or `demand.place` of kind `home`)"
  }
}
