import Community
import Metrics
import Models
import Quantities
import Scenario
public import Statistics
import Tables

/// The desk that checks the identity of clients before a provider is searched for their job.
struct ClientDesk: ServicesFeature {
  private let holds: [JobHold?]

  init?(_ setup: ServicesSetup) {
    guard let rules = setup.clientRules else { return nil }
    let checks = ClientChecks(setup, rules)
    holds = setup.jobs.places.map { job in
      let check = checks[job]
      if check.isRefused { return JobHold(end: check.decided, refusal: .clientUnverified) }
      return check.decided > setup.jobs[job].submit ? JobHold(end: check.decided) : nil
    }
  }

  func hold(on job: JobIndex) -> JobHold? { holds[Int(job)] }
}

/// The decisions on clients' identities, computed from the setup alone.
struct ClientChecks {
  /// A decision and its time.
  struct Check: Equatable {
    var decided: Milliseconds
    var isRefused = false
  }

  private let checks: [Check]

  init(_ setup: ServicesSetup, _ rules: ClientRules) {
    // Of a client who comes back, the first job counts; a client without a name has one job.
    var first: [UserIndex: Milliseconds] = [:]
    for job in setup.jobs where job.user != .none && job.refusal == nil {
      first[job.user] = min(job.submit, first[job.user] ?? .never)
    }
    var members: [ProviderIndex: Check] = [:]
    for application in setup.applications where application.isRefused {
      let member = ProviderIndex(rawValue: application.user.rawValue)
      members[member] = Check(decided: application.way.decided, isRefused: true)
    }
    checks = setup.jobs.map { job in
      if job.client != .none {
        let member = setup.providers[job.client]
        guard member.validated == .never else {
          return Check(decided: max(.zero, max(member.registered, member.validated)))
        }
        return members[job.client] ?? Check(decided: job.submit, isRefused: true)
      }
      let signedUp = first[job.user] ?? job.submit
      let isNamed = job.user != .none
      var draws = setup.random.stream(
        .clientCheck, isNamed ? 1 : 0, isNamed ? UInt64(job.user.rawValue) : job.key)
      if draws.happens(withProbability: rules.verifiedShare) { return Check(decided: signedUp) }
      return Check(
        decided: signedUp.saturatingAdd(rules.delay.span(&draws)),
        isRefused: draws.happens(withProbability: rules.refusedShare))
    }
  }

  subscript(job: JobIndex) -> Check { checks[Int(job)] }
}

extension Feature<ServicesRun> {
  /// The feature for identity checks of clients.
  static var clients: Self {
    Feature(
      ["client_verification"], isPart: { $0.setup.clientRules != nil },
      columns: [ServicesTable.clientDecision, ServicesTable.clientRefusal] as [any Sendable])
  }
}

extension ServicesTable {
  fileprivate static let clientDecision: Column<JobRow> = .seconds(
    "client_decided_s",
    "The time of the decision on the client's identity: the first job's submission if verified at once. Only with"
      + " `client_verification`; empty if after the end of the run."
  ) { $0.clientCheck?.decided }

  fileprivate static let clientRefusal: Column<JobRow> = .boolean(
    "client_refused", "Whether the client was refused. Only with `client_verification`; empty if not decided."
  ) { $0.clientCheck?.isRefused }
}

extension JobRow {
  /// The decision on the client's identity; nil for refused rows, and if it was not made before the run ended.
  fileprivate var clientCheck: ClientChecks.Check? {
    guard job.refusal == nil, let check = run.clientChecks?[JobIndex(place)], check.decided <= run.end else {
      return nil
    }
    return check
  }
}

extension Metric {
  static let clientWait = Metric(
    "client_check_s", .seconds, over: .settled, better: .lowerIsBetter, isDistribution: true,
    "The time from submission to the verification of the client, for jobs that waited for it; with `client_verification`."
  )
}

extension ServicesFigure {
  /// The figures of runs that check the identity of clients.
  static let ofClients: [Figure<ServicesTotals>] = [
    counted(.clientUnverified),
    Figure(.clientWait) { totals in
      .sample(
        totals.settled.compactMap { job in
          guard let check = totals.run.clientChecks?[JobIndex(job)], !check.isRefused else { return nil }
          let wait = check.decided - totals.run.setup.jobs[job].submit
          return wait > .zero && check.decided <= totals.run.end ? wait.seconds : nil
        })
    },
  ]
}

/// The rules for checking the identity of clients, each of whom signs up with their first job.
public struct ClientRules: Equatable, Sendable {
  /// The share of clients who are verified immediately.
  public var verifiedShare = 0.5
  /// The time from a client's first job to the decision, for the other clients, in seconds.
  public var delay = Law.lognormal(median: 14_400, sigma: 1)
  /// The share of the other clients who are refused.
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
          "The time, in seconds, from a client's first job to the decision, for clients not verified at once; their jobs wait "
            + "meanwhile."
        ).idle(withoutChecks) { $0.verifiedShare == 1 }.idle { $1.services.withoutOwnClients },
        Field(
          "refused_share", \.refusedShare, .share,
          "The share of clients who are refused, among those not verified at once; no provider is sought for their jobs."
        ).idle(withoutChecks) { $0.verifiedShare == 1 }.idle { $1.services.withoutOwnClients },
      ])
  }
}

extension Field<ServicesFields> {
  /// The field that enables identity checks of clients.
  static var clientVerification: Self {
    Self(
      "client_verification", \.clientVerification, orAbsent: .object(ClientRules.members),
      "Identity checks of clients, before which their jobs are not searched for; members are checked as providers. `null`: no checks."
    )
  }
}

extension ServicesFields {
  /// The reason no client is checked, which is that all clients are members verified as providers; nil if there may be
  /// other clients.
  fileprivate var withoutOwnClients: String? {
    guard case .synthetic(let jobs) = demand, areMembersClients(of: jobs) else { return nil }
    return
      "members request the jobs, and are verified as providers (`settlement`, or `demand.place` of kind `home`)"
  }
}
