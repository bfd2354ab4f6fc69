import Community
import Lifecycle
import Metrics
import Quantities
import Simulation
import Travellers

extension OutageMetrics {
  /// The figures of outages of a carpool.
  static let ofCarpool = OutageMetrics(over: .settled, "requests")
}

extension CarpoolFigure {
  /// The figures that only runs with `channel.outages` have.
  static let ofOutages = [
    Self(OutageMetrics.ofCarpool.outages, .number { $0.outages.map { Double($0.outages) } }),
    Self(
      OutageMetrics.ofCarpool.share,
      .number { $0.outages.flatMap { RunTotals.share($0.met, of: $0.settled) } }),
    Self(
      OutageMetrics.ofCarpool.matchRate,
      .number { $0.outages.flatMap { RunTotals.share($0.matched, of: $0.met) } }),
  ].map { $0.needing([.outages]) }
}

extension CarpoolRun {
  /// The outages of the run, and the settled requests that met one; nil for a run without.
  var outageTotals: OutageTotals? {
    records.outages.map { outages in
      let settled = requests.indices.filter { role(ofRequest: $0) == .settled }
      return OutageTotals(of: outages, settled: settled) { records.requests[$0].firstMatch != nil }
    }
  }

  /// Whether the service may be out.
  var hasOutages: Bool { records.outages != nil }

  /// The tables of runs with `channel.outages`.
  static let tablesOfOutages: [RunTable<CarpoolRun>] = [
    RunTable("outages", OutageRow.table, where: \.hasOutages) {
      $0.records.outages?.rows ?? []
    },
    RunTable("outage_calls", OutageCallRow.table("request_id"), where: \.hasOutages) { run in
      run.records.outages?.callRows { (run.requests[$0].id, run.requestNames) } ?? []
    },
  ]
}
