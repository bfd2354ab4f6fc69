import Lifecycle
import Metrics
import Models
import Quantities
import Tables

/// The tables of a result folder.
enum OrdersTable {}

/// An order and its outcome.
struct OrderRow {
  let run: OrdersRun
  let place: Int

  var order: Order { run.world.orders[place] }
  var record: OrderRecord { run.records.orders[place] }

  /// Returns the content of a time field; nil for `.never`.
  static func time(_ time: Milliseconds) -> Milliseconds? { time == .never ? nil : time }
}

extension OrdersTable {
  /// Returns the orders table, a row per order, with the columns of `features`.
  static func orders(_ features: [Feature<OrdersRun>]) -> Table<OrderRow> {
    Table(
      "orders", "A row per order: what was asked for, and what became of it.", key: ["order_id"],
      constant: .runID, columns: orderColumns + features.flatMap { $0.columns(of: OrderRow.self) })
  }

  private static let orderColumns: [Column<OrderRow>] = [
    .identifier("order_id", "The order, as the demand file calls it.") { $0.run.name(of: $0.place) },
    .seconds("submit_s", "When the customer ordered.") { $0.order.submit },
    .identifier(
      "account_id", "The account, as the accounts' file calls it; empty for none."
    ) { $0.run.name(of: $0.order.account) },
    .count("recipients", "The number of recipients; each costs one credit and gets one card.") {
      $0.order.recipients
    },
    .text("codes", "The promo codes named, with semicolons between them; a text that is no code is `?`.") {
      row in
      row.order.codes.isEmpty
        ? nil
        : row.order.codes.map { place in
          let code = row.run.world.typedCodes[Int(place)]
          return code == .none ? "?" : row.run.world.codes[code].name
        }.joined(separator: ";")
    },
    .boolean("probe", "Whether it only measures.") { $0.order.isProbe },
    .word("outcome", "What became of it; see the list of order outcomes.") { $0.record.outcome },
    .word("cause", "Why it came to nothing; empty where it did not.") { $0.record.cause },
    .count("cycles", "Cycles with at least one attempt.") { $0.record.cycles },
    .count("attempts", "Attempts to pay, in all cycles.") { $0.record.attempts },
    .count("paid", "Money paid with this order and not given back, in the smallest unit.") { $0.record.paid },
    .seconds("confirmed_s", "When the payment was confirmed first; empty where none was.") {
      $0.record.firstMatch
    },
    .seconds(
      "promised_s", "When its last card was to have left.",
      formula: "confirmed_s + line.promise_s, and what the customer took to send another photo"
    ) {
      $0.record.promised
    },
    .seconds("entered_s", "When its cards came before the first station.") {
      OrderRow.time($0.record.entered)
    },
    .seconds("begun_s", "When its first card was begun.") { OrderRow.time($0.record.begun) },
    .seconds("finished_s", "When its last card had left.") { OrderRow.time($0.record.finished) },
    .seconds("order_time_s", "From the submission until then.", formula: "finished_s − submit_s") { row in
      OrderRow.time(row.record.finished).map { $0 - row.order.submit }
    },
    .decimal(
      "wait_s", .seconds,
      "What a card of it waited before all stations together, on average over its cards, closed hours included."
    ) { $0.record.finished == .never ? nil : $0.record.wait / 1000 },
    .seconds(
      "lateness_s", "How much later than promised it was; empty where it was not.",
      formula: "finished_s − promised_s"
    ) { row in
      row.record.outcome == .late ? row.record.promised.map { row.record.finished - $0 } : nil
    },
  ]
}
