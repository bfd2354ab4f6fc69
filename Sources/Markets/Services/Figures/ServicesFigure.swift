import Metrics
import Quantities
import Statistics
import Tables

/// The figures of the services market, in the order of summary.csv: the figures of every run, followed by the figures
/// of features.
enum ServicesFigure {
  /// The figures that every run has.
  static let usual: [Figure<ServicesTotals>] =
    howMany
    + JobCause.allCases.filter {
      !ofMessages.contains($0) && ![.leftService, .clientUnverified, .outage].contains($0)
    }.map(counted)
    + howGood + providersSee

  /// The causes that occur only if messages are simulated.
  static let ofMessages: [JobCause] = [.undelivered, .unanswered]

  /// Returns the figure for the number of jobs that ended with `cause`.
  static func counted(_ cause: JobCause) -> Figure<ServicesTotals> {
    Figure(.cause(cause)) { .count($0.causes[cause] ?? 0) }
  }

  private static let howMany: [Figure<ServicesTotals>] = [
    Figure(.matchRate) { .share($0.matched, of: $0.settled.count) },
    Figure(.serviceRate) { .share($0.done, of: $0.settled.count) },
    Figure(.coverage) { .share($0.probeHits, of: $0.probes) },
    Figure(.jobs) { .count($0.counted) },
    Figure(.providers) { .count($0.providers.count) },
    Figure(.appointments) { .count($0.appointments.count) },
  ]

  private static let howGood: [Figure<ServicesTotals>] = [
    Figure(.attemptsPerMatch) { .share($0.attempts, of: $0.appointments.count) },
    Figure(.timeToConfirm) { totals in
      .sample(
        totals.settled.compactMap { job in
          totals.run.appointment(of: job).map { ($0.confirmed - totals.run.setup.jobs[job].submit).seconds }
        })
    },
    Figure(.wait) { totals in
      .sample(
        totals.settled.compactMap { job in
          totals.run.appointment(of: job)?.arrived.map {
            ($0 - totals.run.setup.jobs[job].earliest).seconds
          }
        })
    },
    Figure(.lateness) { .sample($0.visits.compactMap { $0.lateness?.seconds }) },
    Figure(.late) { .share($0.visits.count { $0.lateness ?? .zero > .zero }, of: $0.visits.count) },
    Figure(.travel) { .sample($0.visits.map(\.metres)) },
  ]

  private static let providersSee: [Figure<ServicesTotals>] = [
    Figure(.utilisation) { .number($0.utilisation) },
    Figure(.jobsPerProvider) { .sample($0.jobsDone.map { Double($0) }) },
    Figure(.jobsGini) { .number(Gini.coefficient(of: $0.jobsDone)) },
    Figure(.impressionsPerProvider) { .sample($0.providers.map { Double($0.impressions) }) },
    Figure(.impressionsGini) { .number(Gini.coefficient(of: $0.providers.map { Int($0.impressions) })) },
    Figure(.rating) { .sample($0.providers.lazy.filter { $0.rating > 0 }.map { Double($0.rating) / 1_000 }) },
    Figure(.reviews) { .count($0.providers.reduce(0) { $0 + Int($1.reviews) }) },
    Figure(.cancellations) { totals in
      .count(
        totals.appointments.count { $0.outcome == .cancelledByClient || $0.outcome == .cancelledByProvider })
    },
    Figure(.noShows) { totals in
      .count(totals.appointments.count { $0.outcome == .clientAbsent || $0.outcome == .providerAbsent })
    },
    Figure(.disputes) { totals in
      .count(totals.appointments.count { $0.dispute.map { $0.opens <= totals.run.end } ?? false })
    },
    Figure(.closedAccounts) { .count($0.closedAccounts) },
    Figure(.turnover) { .count($0.paid(.payment)) },
    Figure(.commission) { .count($0.paid(.commission) - $0.paid(.commissionRefund)) },
    Figure(.refunds) { .count($0.paid(.refund)) },
  ]
}

/// The totals from which the figures of a run are computed.
struct ServicesTotals {
  let run: ServicesRun
  /// The indices of the settled jobs.
  var settled: [Int] = []
  var counted = 0
  var matched = 0
  var done = 0
  var probes = 0
  var probeHits = 0
  var attempts = 0
  var causes: [JobCause: Int] = [:]
  /// The appointments of the counted jobs, and the subset at which the provider arrived.
  let appointments: [Appointment]
  let visits: [Appointment]
  /// The records of all providers that were not refused.
  let providers: [ProviderRecord]
  let utilisation: Double?
  let closedAccounts: Int

  /// Computes the totals of `run`. If `part` is given, only the jobs submitted in it are counted; providers and
  /// payments are always those of the whole run.
  init(of run: ServicesRun, during part: Range<Milliseconds>? = nil) {
    self.run = run
    var isCounted = Array(repeating: false, count: run.jobs.count)
    for (job, record) in run.jobs.enumerated() {
      if let part, !part.contains(run.setup.jobs[job].submit) { continue }
      switch run.role(of: job) {
      case .refused, .beforeWarmUp, .unreached: break
      case .probe:
        probes += 1
        if record.outcome == .probeHit { probeHits += 1 }
      case .inProgress:
        isCounted[job] = true
      case .settled:
        isCounted[job] = true
        settled.append(job)
        if record.firstMatch != nil { matched += 1 }
        if record.outcome == .done { done += 1 }
      }
      if record.outcome == .refusedInput || isCounted[job], let cause = record.cause {
        causes[cause, default: 0] += 1
      }
      if isCounted[job] {
        counted += 1
        attempts += Int(record.attempts)
      }
    }
    appointments = run.appointments.filter { isCounted[Int($0.job)] }
    visits = appointments.filter { $0.arrived != nil }
    let kept = run.setup.providers.indices.filter { run.setup.providers[$0].refusal == nil }
    providers = kept.map { run.providers[$0] }
    closedAccounts = kept.count { run.setup.providers[$0].closes <= run.end }
    let working = kept.reduce(Milliseconds.zero) { $0 + run.workingTime(of: $1) }
    let worked = providers.reduce(Milliseconds.zero) { $0 + $1.worked }
    utilisation = working > .zero ? worked.seconds / working.seconds : nil
  }

  var jobsDone: [Int] { providers.map { Int($0.kept) } }

  /// Returns the sum of the transfers for `purpose`.
  func paid(_ purpose: ServiceTransfer.Purpose) -> Int {
    run.ledger.entries.reduce(0) { $1.purpose == purpose ? $0 + Int($1.amount) : $0 }
  }
}

/// The Gini coefficient, a measure of inequality (Gini 1912).
enum Gini {
  /// Returns half the mean absolute difference over all pairs of `values` (each value also paired with itself), divided
  /// by their mean; nil if all are 0 or there are none.
  ///
  /// - Complexity: O(n log n).
  static func coefficient(of values: [Int]) -> Double? {
    let sum = values.reduce(0, +)
    guard sum > 0 else { return nil }
    let count = values.count
    let weighted = values.sorted().enumerated().reduce(0) { $0 + (2 * $1.offset + 1 - count) * $1.element }
    return Double(weighted) / (Double(count) * Double(sum))
  }
}

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
