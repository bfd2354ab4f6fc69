import Community
import Lifecycle
import Metrics
import Models
import Quantities
import Simulation
import Travellers

extension OutageMetrics {
  /// The outage metrics of the carpool market.
  static let ofCarpool = OutageMetrics(over: .settled, "requests")
}

extension CarpoolFigure {
  /// The figures of runs with `channel.outages`.
  static let ofOutages = [
    Self(OutageMetrics.ofCarpool.outages, .number { $0.outages.map { Double($0.outages) } }),
    Self(
      OutageMetrics.ofCarpool.share,
      .number { $0.outages.flatMap { RunTotals.share($0.met, of: $0.settled) } }),
    Self(
      OutageMetrics.ofCarpool.matchRate,
      .number { $0.outages.flatMap { RunTotals.share($0.matched, of: $0.met) } }),
  ]
}

/// The outages in a carpool run, and the settled requests affected by them.
struct RequestOutages {
  let totals: OutageTotals

  /// Counts the affected requests of `run`; nil for a run without outages.
  init?(of run: CarpoolRun) {
    guard let outages = run.records.outages else { return nil }
    let settled = run.requests.indices.filter { run.role(ofRequest: $0) == .settled }
    totals = OutageTotals(of: outages, settled: settled) { run.records.requests[$0].firstMatch != nil }
  }
}

extension Feature<CarpoolRun> {
  /// The outage feature: the service is unavailable at times.
  static var outages: Self {
    Feature(
      ["channel", "outages"], isPart: { $0.records.outages != nil },
      tables: [
        RunTable("outages", OutageRow.table) { $0.records.outages?.rows ?? [] },
        RunTable("outage_calls", OutageCallRow.table("request_id")) { run in
          run.records.outages?.callRows { (run.requests[$0].id, run.requestNames) } ?? []
        },
      ], extras: CarpoolRun.extras(CarpoolFigure.ofOutages, causes: [.outage]))
  }
}

extension Explanation {
  /// The facts on attempts that were due during an outage; empty if there are none.
  var outages: [AccountFact] {
    guard let outages = records.outages else { return [] }
    let lines = outages.lines(ofRequest: Int(request), clock)
    return lines.isEmpty ? [] : [AccountFact(outages.members(ofRequest: Int(request)), lines)]
  }
}
