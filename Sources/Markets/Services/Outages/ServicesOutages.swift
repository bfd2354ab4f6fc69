import Community
public import Lifecycle
import Metrics
import Quantities
import Tables

extension ServicesMarket {
  /// The record of a search that fails before any provider is looked at.
  public mutating func miss(_ call: Call, because cause: JobCause, _ desk: inout Desk) -> JobAttempt {
    var attempt = JobAttempt(call, funnel: StageCounts())
    attempt.cause = cause
    return attempt
  }
}

extension OutageMetrics {
  /// The figures of outages of the market of services.
  static let ofServices = OutageMetrics(over: .settled, "jobs")
}

extension ServicesFigure {
  /// The figures that only runs with `channel.outages` have.
  static let ofOutages: [Figure<ServicesTotals>] = [
    counted(.outage),
    Figure(OutageMetrics.ofServices.outages) { .number($0.run.outageTotals.map { Double($0.outages) }) },
    Figure(OutageMetrics.ofServices.share) { totals in
      totals.run.outageTotals.map { .share($0.met, of: $0.settled) } ?? .number(nil)
    },
    Figure(OutageMetrics.ofServices.matchRate) { totals in
      totals.run.outageTotals.map { .share($0.matched, of: $0.met) } ?? .number(nil)
    },
  ]
}

extension ServicesRun {
  /// The outages of the run, and the settled jobs that met one; nil for a run without.
  var outageTotals: OutageTotals? {
    outages.map { outages in
      OutageTotals(of: outages, settled: jobs.indices.lazy.filter { self.role(of: $0) == .settled }) {
        jobs[$0].firstMatch != nil
      }
    }
  }

  /// Whether the service may be out.
  var hasOutages: Bool { outages != nil }

  /// The tables of runs with `channel.outages`.
  static let tablesOfOutages: [RunTable<ServicesRun>] = [
    RunTable("outages", OutageRow.table, where: \.hasOutages) { $0.outages?.rows ?? [] },
    RunTable("outage_calls", OutageCallRow.table("job_id"), where: \.hasOutages) { run in
      run.outages?.callRows { (run.setup.jobs[$0].id, run.jobNames) } ?? []
    },
  ]
}
