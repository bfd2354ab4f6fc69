import Metrics
import Models
import Quantities
import Tables

/// An account at the end of a run.
struct AccountRow {
  let run: OrdersRun
  let place: Int
  /// The number of its orders submitted, without probes, and of those among them that were paid.
  let orders: Int
  let ordersPaid: Int

  var account: Account { run.world.accounts[place] }
  var state: AccountState { run.records.accounts[place] }

  /// Returns the rows of all accounts of `run`.
  static func all(of run: OrdersRun) -> [AccountRow] {
    var counts = [(orders: Int, paid: Int)](repeating: (0, 0), count: run.world.accounts.count)
    for (order, record) in zip(run.world.orders, run.records.orders)
    where order.account != .none && !order.isProbe && order.refusal == nil
      && record.outcome != .notSubmitted
    {
      counts[Int(order.account)].orders += 1
      counts[Int(order.account)].paid += record.firstMatch == nil ? 0 : 1
    }
    return counts.enumerated().map {
      AccountRow(run: run, place: $0, orders: $1.orders, ordersPaid: $1.paid)
    }
  }
}

/// An entry of the ledger.
struct OrderPaymentRow {
  let run: OrdersRun
  /// The number of the entry, counting from 1.
  let number: Int
  let entry: BookEntry
}

extension OrdersTable {
  /// Returns the accounts table, a row per account, with the columns of `features`.
  static func accounts(_ features: [Feature<OrdersRun>]) -> Table<AccountRow> {
    Table(
      "accounts", "A row per account, at the run's end.", key: ["account_id"], constant: .runID,
      columns: accountColumns + features.flatMap { $0.columns(of: AccountRow.self) })
  }

  private static let accountColumns: [Column<AccountRow>] = [
    .identifier("account_id", "The account, as the accounts' file calls it.") {
      ($0.account.id, $0.run.world.accountNames)
    },
    .seconds("opens_s", "When it opens; not later than the start for one that was open then.") {
      $0.account.opens
    },
    .count("orders", "Orders that it submitted; no probes, no refused rows.") { $0.orders },
    .count("orders_paid", "Those of them that were paid.") { $0.ordersPaid },
    .count("credits_opening", "Credits that it began with; 0 where it had not opened.") { row in
      row.account.opens <= row.run.records.end ? row.account.credits : 0
    },
    .count("credits_bought", "Credits of packs.") { $0.state.bought },
    .count("credits_from_codes", "Credits of promo codes.") { $0.state.fromCodes },
    .count("credits_used", "Credits of orders that were begun.") { $0.state.used },
    .count("credits_lapsed", "Credits of promo codes, packs and promotions that ended.") { $0.state.lapsed },
    .count("credits_held", "Credits of orders that are paid and not begun.") { $0.state.held },
    .count(
      "credits", "The credits in it.",
      formula:
        "credits_opening + credits_bought + credits_from_codes + credits_from_promotions + credits_by_card + credits_from_campaigns + credits_from_referrals − credits_used − credits_lapsed − credits_held"
    ) { $0.state.balance },
    .count("paid", "Money that it paid and did not get back, in the smallest unit.") { $0.state.paid },
  ]

  /// A row per entry of the ledger.
  static let payments = Table<OrderPaymentRow>(
    "payments",
    "A row per entry of the ledger, in the order of time: each takes from one book what it gives to another.",
    key: ["entry"], constant: .runID,
    columns: [
      .count("entry", "The entry, counted from 1.") { $0.number },
      .seconds("time_s", "When it was entered.") { $0.entry.time },
      .word("kind", "What it is for; see the list of entries.") { $0.entry.kind },
      .word("currency", "What it counts: credits, or money in the smallest unit.") {
        $0.entry.kind.sides.currency
      },
      .word("from", "The book that it takes from; see the list of books.") { $0.entry.kind.sides.from },
      .word("to", "The book that it gives to.") { $0.entry.kind.sides.to },
      .count("amount", "How much.") { $0.entry.amount },
      .identifier("account_id", "The account concerned.") { $0.run.name(of: $0.entry.account) },
      .identifier("order_id", "The order that it is for; empty where there is none.") { row in
        row.entry.order == .none ? nil : row.run.name(of: Int(row.entry.order))
      },
    ])

  /// A row per event (`--record events`).
  static let events = Table<OrderEventRow>(
    "events", "A row per event, in the order of execution (on request).", key: ["sequence"],
    constant: .runID,
    columns: [
      .count("sequence", "The event's place in the order of execution, counted from 1.") { $0.sequence },
      .seconds("time_s", "When the event happened.") { $0.event.time },
      .word("event", "What happened; see the list of events.") { $0.event.kind },
      .identifier("order_id", "The order concerned.") { $0.run.name(of: Int($0.event.order)) },
    ])
}

/// An event.
struct OrderEventRow {
  let run: OrdersRun
  /// The number of the event, counting from 1.
  let sequence: Int
  let event: OrderEvent
}
