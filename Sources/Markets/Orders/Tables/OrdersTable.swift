import Lifecycle
import Metrics
import Models
import Quantities
import Tables

/// The tables of a result folder.
enum OrdersTable {}

/// A row for an order and its outcome.
struct OrderRow {
  let run: OrdersRun
  let place: Int

  var order: Order { run.setup.orders[place] }
  var record: OrderRecord { run.records.orders[place] }

  /// Returns `time` as the content of a table field; nil for `.never`.
  static func time(_ time: Milliseconds) -> Milliseconds? { time == .never ? nil : time }
}

extension OrdersTable {
  /// Returns the orders table, with one row per order and the columns of `features`.
  static func orders(_ features: [Feature<OrdersRun>]) -> Table<OrderRow> {
    Table(
      "orders", "A row per order, with its outcome.", key: ["order_id"],
      constant: .runID, columns: orderColumns + features.flatMap { $0.columns(of: OrderRow.self) })
  }

  private static let orderColumns: [Column<OrderRow>] = [
    .identifier("order_id", "The order, by the id of the demand file.") { $0.run.name(of: $0.place) },
    .seconds("submit_s", "The submission time.") { $0.order.submit },
    .identifier(
      "account_id", "The account, by the id of the account file; empty for none."
    ) { $0.run.name(of: $0.order.account) },
    .count("recipients", "The number of recipients; each costs one credit and gets one card.") {
      $0.order.recipients
    },
    .text("codes", "The promo codes entered, separated by semicolons; an unknown code is `?`.") {
      row in
      row.order.codes.isEmpty
        ? nil
        : row.order.codes.map { place in
          let code = row.run.setup.typedCodes[Int(place)]
          return code == .none ? "?" : row.run.setup.fields.codes[code].name
        }.joined(separator: ";")
    },
    .boolean("probe", "Whether the order is a probe: for measurement, never produced.") { $0.order.isProbe },
    .word("outcome", "The outcome; see the list of order outcomes.") { $0.record.outcome },
    .word("cause", "The cause of failure; empty if the order did not fail.") { $0.record.cause },
    .count("cycles", "The number of cycles with at least one attempt.") { $0.record.cycles },
    .count("attempts", "The number of payment attempts, in all cycles.") { $0.record.attempts },
    .count("paid", "Money paid with this order, net of refunds, in the smallest currency unit.") {
      $0.record.paid
    },
    .seconds("confirmed_s", "The time of the first payment confirmation; empty if none.") {
      $0.record.firstMatch
    },
    .seconds(
      "promised_s", "The promised time for the last card to have left.",
      formula: "confirmed_s + line.promise_s + the customer's time to resubmit a photo"
    ) {
      $0.record.promised
    },
    .seconds("entered_s", "The arrival of the cards at the first station.") {
      OrderRow.time($0.record.entered)
    },
    .seconds("begun_s", "The start of the first card.") { OrderRow.time($0.record.begun) },
    .seconds("finished_s", "The departure of the last card.") { OrderRow.time($0.record.finished) },
    .seconds(
      "order_time_s", "The time from submission to the departure of the last card.",
      formula: "finished_s − submit_s"
    ) { row in
      OrderRow.time(row.record.finished).map { $0 - row.order.submit }
    },
    .decimal(
      "wait_s", .seconds,
      "The total waiting time at all stations, averaged over the order's cards, closed hours included."
    ) { $0.record.finished == .never ? nil : $0.record.wait / 1000 },
    .seconds(
      "lateness_s", "The lateness relative to the promise; empty if not late.",
      formula: "finished_s − promised_s"
    ) { row in
      row.record.outcome == .late ? row.record.promised.map { row.record.finished - $0 } : nil
    },
  ]
}

/// A row for an attempt to pay.
struct PaymentAttemptRow {
  let run: OrdersRun
  let attempt: PaymentAttempt

  /// The pack that the customer was going to buy; nil for none.
  var pack: Pack? {
    attempt.payment.packs > 0 ? run.setup.fields.packs[Int(attempt.payment.pack)] : nil
  }
}

extension OrdersTable {
  /// Returns the attempts table, with one row per attempt to pay and the columns of `features`.
  static func attempts(_ features: [Feature<OrdersRun>]) -> Table<PaymentAttemptRow> {
    Table(
      "attempts", "A row per attempt to pay an order.", key: ["order_id", "cycle", "attempt"],
      constant: .runID, columns: attemptColumns + features.flatMap { $0.columns(of: PaymentAttemptRow.self) })
  }

  private static let attemptColumns: [Column<PaymentAttemptRow>] =
    [
      .identifier("order_id", "The order, by the id of the demand file.") {
        $0.run.name(of: Int($0.attempt.order))
      },
      .cycle(request: "order") { $0.attempt.cycle }, .attempt { $0.attempt.attempt },
      .time("The time of the attempt.") { $0.attempt.time },
    ]
    + OrderStage.allCases.map { stage in
      .count(stage.column, stage.count) { row in
        let count = row.attempt.funnel[stage]
        return count == StageCounts<OrderStage>.notCounted ? nil : count
      }
    } + [
      .word("outcome", "The outcome of the attempt; see the list of attempt outcomes.") {
        $0.attempt.outcome
      },
      .word("cause", "The cause of failure; empty if accepted or hit.") { $0.attempt.cause },
      .boolean("uses_codes", "Whether promo codes were to be used.") { $0.attempt.payment.usesCodes },
      .count("lacking", "The credits missing after account and codes, to be covered by packs.") {
        $0.attempt.payment.lacking
      },
      .count("packs", "The number of packs to be bought; 0 if none.") { $0.attempt.payment.packs },
      .count("pack_credits", "The credits per pack; empty if none.") { $0.pack?.credits },
      .count("price", "The amount due, in the smallest currency unit; empty for nothing.") { row in
        row.attempt.payment.price(in: row.run.setup)
      },
      .seconds("answered_s", "The time of the payment confirmation; empty if not confirmed.") {
        OrderRow.time($0.attempt.answered)
      },
    ]
}
