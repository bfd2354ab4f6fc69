import Metrics
import Models
import Quantities
import Tables

/// A row for an account at the end of a run.
struct AccountRow {
  let run: OrdersRun
  let place: Int
  /// The number of orders it submitted, excluding probes, and how many of them were paid.
  let orders: Int
  let ordersPaid: Int

  var account: Account { run.setup.accounts[place] }
  var state: AccountState { run.records.accounts[place] }

  /// Returns the rows of all accounts of `run`.
  static func all(of run: OrdersRun) -> [AccountRow] {
    var counts = [(orders: Int, paid: Int)](repeating: (0, 0), count: run.setup.accounts.count)
    for (order, record) in zip(run.setup.orders, run.records.orders)
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

/// A row for a ledger entry.
struct OrderPaymentRow {
  let run: OrdersRun
  /// The number of the entry, counting from 1.
  let number: Int
  let entry: BookEntry
}

extension OrdersTable {
  /// Returns the accounts table, with one row per account and the columns of `features`.
  static func accounts(_ features: [Feature<OrdersRun>]) -> Table<AccountRow> {
    Table(
      "accounts", "A row per account, at the end of the run.", key: ["account_id"], constant: .runID,
      columns: accountColumns + features.flatMap { $0.columns(of: AccountRow.self) })
  }

  private static let accountColumns: [Column<AccountRow>] = [
    .identifier("account_id", "The account, by the id of the account file.") {
      ($0.account.id, $0.run.setup.accountNames)
    },
    .seconds("opens_s", "The opening time; not after the start for accounts open from the start.") {
      $0.account.opens
    },
    .count("orders", "The number of orders submitted, excluding probes and refused rows.") { $0.orders },
    .count("orders_paid", "The number of these orders that were paid.") { $0.ordersPaid },
    .count("credits_opening", "The opening balance in credits; 0 if the account never opened.") { row in
      row.account.opens <= row.run.records.end ? row.account.credits : 0
    },
    .count("credits_bought", "Credits of packs.") { $0.state.bought },
    .count("credits_from_codes", "Credits of promo codes.") { $0.state.fromCodes },
    .count("credits_used", "Credits of started orders.") { $0.state.used },
    .count("credits_lapsed", "Lapsed credits of promo codes, packs and promotions.") { $0.state.lapsed },
    .count("credits_held", "Credits of paid orders not started.") { $0.state.held },
    .count(
      "credits", "The credits in the account.",
      formula:
        "credits_opening + credits_bought + credits_from_codes + credits_from_promotions + credits_by_card +"
        + " credits_from_campaigns + credits_from_referrals − credits_used − credits_lapsed − credits_held"
    ) { $0.state.balance },
    .count("paid", "Money paid, net of refunds, in the smallest currency unit.") { $0.state.paid },
  ]

  /// A row per ledger entry.
  static let payments = Table<OrderPaymentRow>(
    "payments",
    "A row per ledger entry, in chronological order: each moves an amount from one book to another.",
    key: ["entry"], constant: .runID,
    columns: [
      .count("entry", "The number of the entry, from 1.") { $0.number },
      .seconds("time_s", "The time of the entry.") { $0.entry.time },
      .word("kind", "The purpose; see the list of entries.") { $0.entry.kind },
      .word("currency", "The unit: credits, or money in the smallest currency unit.") {
        $0.entry.kind.sides.currency
      },
      .word("from", "The book from which the amount is moved; see the list of books.") {
        $0.entry.kind.sides.from
      },
      .word("to", "The book to which the amount is moved.") { $0.entry.kind.sides.to },
      .count("amount", "The amount.") { $0.entry.amount },
      .identifier("account_id", "The account concerned.") { $0.run.name(of: $0.entry.account) },
      .identifier("order_id", "The order concerned; empty if none.") { row in
        row.entry.order == .none ? nil : row.run.name(of: Int(row.entry.order))
      },
    ])

  /// A row per event (`--record events`).
  static let events = Table<OrderEventRow>(
    "events", "A row per event, in order of execution (on request).", key: ["sequence"],
    constant: .runID,
    columns: [
      .count("sequence", "The number of the event in order of execution, from 1.") { $0.sequence },
      .seconds("time_s", "The time of the event.") { $0.event.time },
      .word("event", "The kind of event; see the list of events.") { $0.event.kind },
      .identifier("order_id", "The order concerned.") { $0.run.name(of: Int($0.event.order)) },
    ])
}

/// A row for an event.
struct OrderEventRow {
  let run: OrdersRun
  /// The number of the event, counting from 1.
  let sequence: Int
  let event: OrderEvent
}
