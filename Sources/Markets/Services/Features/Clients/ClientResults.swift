import Metrics
import Models
import Quantities
import Statistics
import Tables

extension Feature<ServicesRun> {
  /// The identity checks of clients.
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
  /// The decision on the identity of the client, if it was taken before the run ended; nil for refused rows.
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
