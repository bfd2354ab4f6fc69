import Lifecycle
import Metrics
import Quantities
import Scenario
import Tables

/// The course of a run in intervals of equal length: flows within [from, to), states just before `to`. Probes and
/// refused rows are excluded; the warm-up is included.
struct OrdersSeries {
  /// The flows of one interval, and the states at its end.
  struct Interval {
    var from: Milliseconds
    var to: Milliseconds
    var submitted = 0
    var paid = 0
    var begun = 0
    var finished = 0
    var kept = 0
    var cancelled = 0
    var abandoned = 0
    /// The number of orders paid but neither finished nor cancelled.
    var inLine = 0
    /// The number of orders paid but neither begun nor cancelled.
    var unbegun = 0
    var cards: Int64 = 0
    var sold: Int64 = 0
    var used: Int64 = 0
    var revenue: Int64 = 0
    var totalTime = Milliseconds.zero

    var keptRatio: Double? { finished > 0 ? Double(kept) / Double(finished) : nil }
    /// The mean completion time of the orders finished in the interval, in seconds; nil if there are none.
    var meanTime: Double? { finished > 0 ? totalTime.seconds / Double(finished) : nil }
  }

  private(set) var intervals: [Interval]
  private let length: Int64

  /// Counts the events of `run` by interval.
  ///
  /// - Complexity: one pass over orders and entries.
  init(of run: OrdersRun) {
    length = run.input.scenario.results.interval.rawValue
    let length = length
    intervals = (0...max(0, run.records.end.rawValue / length)).map {
      Interval(from: Milliseconds($0 * length), to: Milliseconds(($0 + 1) * length))
    }
    for (order, record) in zip(run.setup.orders, run.records.orders)
    where !order.isProbe && order.refusal == nil && order.submit <= run.records.end
      && record.outcome != .notSubmitted
    {
      add(order, record)
    }
    for entry in run.records.ledger.entries {
      guard let place = place(entry.time) else { continue }
      switch entry.kind {
      case .pack: intervals[place].sold += entry.amount
      case .use: intervals[place].used += entry.amount
      case .payment, .sponsorship: intervals[place].revenue += entry.amount
      case .refund, .sponsorshipReturn: intervals[place].revenue -= entry.amount
      case .opening, .code, .promotion, .card, .campaign, .referral, .hold, .release, .lapse, .expiry,
        .cardReturn, .campaignReturn:
        break
      }
    }
    for place in intervals.indices.dropFirst() {
      intervals[place].inLine += intervals[place - 1].inLine
      intervals[place].unbegun += intervals[place - 1].unbegun
    }
  }

  private mutating func add(_ order: Order, _ record: OrderRecord) {
    count(order.submit) { $0.submitted += 1 }
    if let paid = record.firstMatch {
      count(paid) { interval in
        interval.paid += 1
        interval.inLine += 1
        interval.unbegun += 1
      }
    }
    count(record.begun) { interval in
      interval.begun += 1
      interval.unbegun -= 1
    }
    count(record.finished) { interval in
      interval.finished += 1
      interval.inLine -= 1
      interval.kept += record.outcome == .kept ? 1 : 0
      interval.cards += Int64(order.recipients)
      interval.totalTime = interval.totalTime + (record.finished - order.submit)
    }
    guard let ended = record.ended else { return }
    switch record.outcome {
    case .cancelledByCustomer:
      count(ended) { interval in
        interval.cancelled += 1
        if record.firstMatch != nil {
          interval.inLine -= 1
          interval.unbegun -= 1
        }
      }
    case .abandoned: count(ended) { $0.abandoned += 1 }
    case .kept, .late, .inProgress, .notSubmitted, .refusedInput, .probeHit, .probeMiss: break
    }
  }

  private func place(_ time: Milliseconds) -> Int? {
    guard time != .never else { return nil }
    let place = Int(max(0, time.rawValue) / length)
    return place < intervals.count ? place : nil
  }

  private mutating func count(_ time: Milliseconds, _ change: (inout Interval) -> Void) {
    if let place = place(time) { change(&intervals[place]) }
  }
}

extension OrdersTable {
  /// A row per interval of simulated time.
  static let timeseries = Table<OrdersSeries.Interval>(
    "timeseries",
    "A row per interval: flows within [from_s, to_s), states just before to_s; excluding probes and refused rows.",
    key: ["from_s"], constant: .runID,
    columns: [
      .from { $0.from }, .to { $0.to },
      .count("orders_submitted", "Orders submitted in the interval.") { $0.submitted },
      .count("orders_paid", "Orders whose payment was confirmed in the interval.") { $0.paid },
      .count("orders_begun", "Orders whose first card was begun in the interval.") { $0.begun },
      .count("orders_finished", "Orders whose last card left in the interval.") { $0.finished },
      .count("orders_kept", "The number of these that kept the promise.") { $0.kept },
      .count("orders_cancelled", "Orders abandoned or cancelled by their customers in the interval.") {
        $0.cancelled
      },
      .count("orders_abandoned", "Orders that failed without payment in the interval.") { $0.abandoned },
      .count(
        "orders_in_line",
        "Orders in production at the end of the interval: paid, and neither finished nor cancelled."
      ) {
        $0.inLine
      },
      .count("orders_unbegun", "The number of these without a started card at the end of the interval.") {
        $0.unbegun
      },
      .count("cards", "Cards of the orders finished in the interval.") { $0.cards },
      .count("credits_sold", "Credits of packs sold in the interval.") { $0.sold },
      .count("credits_used", "Credits of orders started in the interval.") { $0.used },
      .count("revenue", "Money paid in the interval, in the smallest currency unit.") { $0.revenue },
      .ratio(
        "kept_ratio", "The share of orders finished in the interval that kept the promise.",
        formula: "kept ÷ finished"
      ) {
        $0.keptRatio
      },
      .decimal(
        "mean_order_time_s", .seconds, "The mean order time over the orders finished in the interval.",
        formula: "mean(finished_s − submit_s)"
      ) { $0.meanTime },
    ])
}
