import Community
import Lifecycle
import Metrics
import Models
import Quantities
import Statistics
import Tables

extension OrdersMarket {
  /// Returns the record of an attempt that fails with `cause` before any payment is attempted.
  mutating func miss(_ call: Call, because cause: OrderCause, _ desk: inout Desk) -> PaymentAttempt {
    var attempt = PaymentAttempt(call)
    attempt.cause = cause
    return attempt
  }
}

extension Feature<OrdersRun> {
  /// The feature for outages of the service.
  static var outages: Self {
    Feature(
      ["channel", "outages"], isPart: { $0.records.outages != nil }, figures: OrdersRun.outageFigures,
      tables: [
        RunTable("outages", OutageRow.table) { $0.records.outages?.rows ?? [] },
        RunTable("outage_calls", OutageCallRow.table("order_id")) { run in
          run.records.outages?.callRows(run.name) ?? []
        },
      ],
      summary: { [Placed(.init("outages", OutageMetrics.ofOrders.words(of: $1, "orders")), after: nil)] },
      account: { run, order, place in
        place == .submission ? run.records.outages?.lines(ofRequest: order, Words.clock) ?? [] : []
      })
  }
}

extension OutageMetrics {
  /// The metrics of outages in the orders market.
  static let ofOrders = OutageMetrics(over: .settledOrders, "orders")
}

/// The outages in an orders run, and the settled orders they affected.
struct OrderOutages {
  let totals: OutageTotals

  /// Counts the affected orders of `run`; nil for a run without outages.
  init?(of run: OrdersRun) {
    guard let outages = run.records.outages else { return nil }
    totals = OutageTotals(of: outages, settled: run.settled) {
      run.records.orders[$0].firstMatch != nil
    }
  }
}

extension OrdersRun {
  /// The figures of runs with `channel.outages`.
  static let outageFigures: [Figure<OrdersRun>] = [
    Figure(.cause(.outage)) { run in
      .count(run.settled.count { run.records.orders[$0].cause == .outage })
    },
    Figure(OutageMetrics.ofOrders.outages) {
      .number(OrderOutages(of: $0).map { Double($0.totals.outages) })
    },
    Figure(OutageMetrics.ofOrders.share) { run in
      OrderOutages(of: run).map { .share($0.totals.met, of: $0.totals.settled) } ?? .number(nil)
    },
    Figure(OutageMetrics.ofOrders.matchRate) { run in
      OrderOutages(of: run).map { .share($0.totals.matched, of: $0.totals.met) } ?? .number(nil)
    },
  ]
}

extension OrdersSetup {
  /// Returns the outages during which the stations stop; nil if outages do not stop them.
  ///
  /// - Parameter random: the run's random source, so that the outages coincide with those of the service.
  func outages(_ random: RandomSource) -> Outages? {
    guard let rules = fields.channel?.outages, rules.stopsWork else { return nil }
    return Outages(rules, random: random)
  }
}
