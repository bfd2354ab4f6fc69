import Community
public import Lifecycle
import Metrics
import Models
import Quantities
import Tables

extension ShiftsMarket {
  /// Returns the record of an attempt that fails with `cause` before any search for a place.
  public mutating func miss(_ call: Call, because cause: ShiftCause, _ desk: inout Desk) -> ShiftAttemptRecord
  {
    var record = ShiftAttemptRecord(call)
    record.cause = cause
    return record
  }
}

extension Feature<ShiftsRun> {
  /// The feature for outages of the service.
  static var outages: Self {
    Feature(
      ["channel", "outages"], isPart: { $0.records.lifecycle.outages != nil },
      figures: ShiftsRun.outageFigures,
      tables: [
        RunTable("outages", OutageRow.table) { $0.records.lifecycle.outages?.rows ?? [] },
        RunTable("outage_calls", OutageCallRow.table("signup_id")) {
          $0.records.lifecycle.outages?.callRows { (Int64($0) + 1, .numbers) } ?? []
        },
      ],
      summary: { [Placed(.init("outages", OutageMetrics.ofShifts.words(of: $1, "sign-ups")), after: nil)] },
      account: { run, request, place in
        place == .submission
          ? run.records.lifecycle.outages?.lines(ofRequest: request, Words.clock) ?? [] : []
      })
  }
}

extension OutageMetrics {
  /// The metrics of outages in the shifts market.
  static let ofShifts = OutageMetrics(over: .settledSignUps, "sign-ups")
}

/// The outages in a shifts run, and the settled sign-ups they affected.
struct SignUpOutages {
  let totals: OutageTotals

  /// Counts the affected sign-ups of `run`; nil for a run without outages.
  init?(of run: ShiftsRun) {
    guard let outages = run.records.lifecycle.outages else { return nil }
    totals = OutageTotals(of: outages, settled: run.settled.map { Int($0) }) {
      run.records.lifecycle.requests[SignUpIndex($0)].firstMatch != nil
    }
  }
}

extension ShiftsRun {
  /// The figures of runs with `channel.outages`.
  static let outageFigures: [Figure<ShiftsRun>] = [
    ShiftsRun.counted(.outage),
    Figure(OutageMetrics.ofShifts.outages) { run in
      .number(run.records.lifecycle.outages.map { Double($0.outages.count) })
    },
    Figure(OutageMetrics.ofShifts.share) { run in
      SignUpOutages(of: run).map { .share($0.totals.met, of: $0.totals.settled) } ?? .number(nil)
    },
    Figure(OutageMetrics.ofShifts.matchRate) { run in
      SignUpOutages(of: run).map { .share($0.totals.matched, of: $0.totals.met) } ?? .number(nil)
    },
  ]
}
