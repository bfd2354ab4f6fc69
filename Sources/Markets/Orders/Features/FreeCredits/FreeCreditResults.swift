import Metrics
import Models
import Quantities
import Statistics
import Tables

extension Feature<OrdersRun> {
  /// Credits that were given, apart from those that were paid for.
  static var freeCredits: Self {
    Feature(
      ["payment", "free_apart"], isPart: { $0.world.payment.freeApart }, figures: OrdersRun.freeCreditFigures,
      columns: [OrdersTable.freeCreditsOfOrder] + OrdersTable.freeCreditColumns as [any Sendable])
  }
}

extension Metric {
  static let freeCreditsUsed = Metric(
    "free_credits_used", .count, over: .books,
    "Used credits given by promotions, codes, referrals or opening balances; with `payment.free_apart`."
  )
  static let freeCreditsLapsed = Metric(
    "free_credits_lapsed", .count, over: .books, "Such credits that lapsed; with `payment.free_apart`.")
  static let freeCreditsLeft = Metric(
    "free_credits_left", .count, over: .books,
    "Such credits in accounts at the end of the run; with `payment.free_apart`.")
}

extension OrdersRun {
  /// The figures of runs that count given credits apart.
  static let freeCreditFigures: [Figure<OrdersRun>] = [
    Figure(.freeCreditsUsed) { run in .count(run.freeCredits(\.used)) },
    Figure(.freeCreditsLapsed) { run in .count(run.freeCredits(\.lapsed)) },
    Figure(.freeCreditsLeft) { run in .count(run.freeCredits(\.balance)) },
  ]

  private func freeCredits(_ part: (FreeCredits.Tally) -> Int64) -> Int {
    Int(records.freeCredits.reduce(0) { $0 + part($1) })
  }
}

extension OrdersTable {
  fileprivate static let freeCreditsOfOrder: Column<OrderRow> = .count(
    "free_credits",
    "The number of recipients paid for with credits given by promotions, codes, referrals or the opening balance. Only with"
      + " `payment.free_apart`; empty for unpaid orders."
  ) { $0.record.paidBy == nil ? nil : $0.record.freeCredits }

  fileprivate static let freeCreditColumns: [Column<AccountRow>] = [
    .count(
      "free_credits",
      "The credits in the account given by promotions, codes, referrals or the opening balance. Only with `payment.free_apart`."
    ) { $0.freeCredits.balance },
    .count("free_credits_used", "Such credits used for started orders. Only with `payment.free_apart`.") {
      $0.freeCredits.used
    },
    .count("free_credits_lapsed", "Such credits that lapsed. Only with `payment.free_apart`.") {
      $0.freeCredits.lapsed
    },
  ]
}

extension AccountRow {
  fileprivate var freeCredits: FreeCredits.Tally { run.records.freeCredits[place] }
}
