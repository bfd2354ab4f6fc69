import Community
public import Lifecycle
import Metrics
import Quantities
import Tables

extension ShiftsMarket {
  /// The record of an attempt that fails before a place is looked for.
  public mutating func miss(_ call: Call, because cause: ShiftCause, _ desk: inout Desk) -> ShiftAttemptRecord
  {
    var record = ShiftAttemptRecord(call)
    record.cause = cause
    return record
  }
}

extension OutageMetrics {
  /// The figures of outages of a festival.
  static let ofShifts = OutageMetrics(over: .settledSignUps, "sign-ups")
}

extension ShiftsRun {
  /// The figures that only runs with `channel.outages` have.
  static let outageFigures: [Figure<ShiftsRun>] = [
    ShiftsRun.counted(.outage),
    Figure(OutageMetrics.ofShifts.outages) { .number($0.outageTotals.map { Double($0.outages) }) },
    Figure(OutageMetrics.ofShifts.share) { run in
      run.outageTotals.map { .share($0.met, of: $0.settled) } ?? .number(nil)
    },
    Figure(OutageMetrics.ofShifts.matchRate) { run in
      run.outageTotals.map { .share($0.matched, of: $0.met) } ?? .number(nil)
    },
  ]

  /// The outages of the run, and the settled sign-ups that met one; nil for a run without.
  var outageTotals: OutageTotals? {
    records.lifecycle.outages.map { outages in
      OutageTotals(of: outages, settled: settled.lazy.map { Int($0) }) {
        records.lifecycle.requests[SignUpIndex($0)].firstMatch != nil
      }
    }
  }

  /// Whether the service may be out.
  var hasOutages: Bool { records.lifecycle.outages != nil }

  /// The tables of runs with `channel.outages`.
  static let tablesOfOutages: [RunTable<ShiftsRun>] = [
    RunTable("outages", OutageRow.table, where: \.hasOutages) {
      $0.records.lifecycle.outages?.rows ?? []
    },
    RunTable("outage_calls", OutageCallRow.table("signup_id"), where: \.hasOutages) {
      $0.records.lifecycle.outages?.callRows { (Int64($0) + 1, .numbers) } ?? []
    },
  ]
}
