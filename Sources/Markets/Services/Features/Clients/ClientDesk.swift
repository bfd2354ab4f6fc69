import Community
import Quantities
import Statistics

/// The desk that checks the identity of clients before their jobs are searched for.
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

/// The decisions on the identity of clients: a function of the setup alone.
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
