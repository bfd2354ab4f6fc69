import Community
public import Lifecycle
import Metrics
import Models
import Quantities
import Tables

extension ServicesMarket {
  /// Returns the record of a search that fails with `cause` before any provider is examined.
  public mutating func miss(_ call: Call, because cause: JobCause, _ desk: inout Desk) -> JobAttempt {
    var attempt = JobAttempt(call, funnel: StageCounts())
    attempt.cause = cause
    return attempt
  }
}

extension Feature<ServicesRun> {
  /// The feature for outages of the service.
  static var outages: Self {
    Feature(
      ["channel", "outages"], isPart: { $0.outages != nil },
      tables: [
        RunTable("outages", OutageRow.table) { $0.outages?.rows ?? [] },
        RunTable("outage_calls", OutageCallRow.table("job_id")) { run in
          run.outages?.callRows { (run.setup.jobs[$0].id, run.jobNames) } ?? []
        },
      ],
      account: { run, job, place in
        place == .submission ? run.outages?.lines(ofRequest: job, Words.clock) ?? [] : []
      })
  }
}

extension OutageMetrics {
  /// The metrics of outages in the services market.
  static let ofServices = OutageMetrics(over: .settled, "jobs")
}

/// The outages in a services run, and the settled jobs they affected.
struct JobOutages {
  let totals: OutageTotals

  /// Counts the affected jobs among `settled` (default: all settled jobs of `run`); nil for a run without outages.
  init?(of run: ServicesRun, settled: [Int]? = nil) {
    guard let outages = run.outages else { return nil }
    let settled = settled ?? run.jobs.indices.filter { run.role(of: $0) == .settled }
    totals = OutageTotals(of: outages, settled: settled) { run.jobs[$0].firstMatch != nil }
  }
}

extension ServicesFigure {
  /// The figures of runs with `channel.outages`.
  static let ofOutages: [Figure<ServicesTotals>] = [
    counted(.outage),
    Figure(OutageMetrics.ofServices.outages) { .number($0.run.outages.map { Double($0.outages.count) }) },
    Figure(OutageMetrics.ofServices.share) { totals in
      JobOutages(of: totals.run, settled: totals.settled).map { .share($0.totals.met, of: $0.totals.settled) }
        ?? .number(nil)
    },
    Figure(OutageMetrics.ofServices.matchRate) { totals in
      JobOutages(of: totals.run, settled: totals.settled).map { .share($0.totals.matched, of: $0.totals.met) }
        ?? .number(nil)
    },
  ]
}
