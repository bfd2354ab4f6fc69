import Metrics
import Models
import Quantities
import Statistics
import Tables

extension Feature<OrdersRun> {
  /// Credits from sources other than opening credits, packs and codes.
  static var otherCredits: Self {
    Feature(
      ["payment", "direct"], ["promotions"], ["campaigns"], ["referral"],
      isPart: { $0.world.hasOtherCredits }, figures: OrdersRun.otherCreditFigures,
      columns: OrdersTable.paymentColumns + [OrdersTable.byCard] + OrdersTable.giftColumns as [any Sendable])
  }
}

extension Metric {
  static let creditsByCard = Metric(
    "credits_by_card", .count, over: .books, better: .higherIsBetter,
    "Recipients that were paid one by one by bank card (`payment.direct`), refunds left out.")
  static let creditsOfPromotions = Metric(
    "credits_from_promotions", .count, over: .books, "Credits that promotions gave.")
}

extension OrdersRun {
  /// The figures of runs with credits from sources other than opening credits, packs and codes.
  static let otherCreditFigures: [Figure<OrdersRun>] = [
    Figure(.creditsOfPromotions) { run in .count(Int(-run.records.ledger.balance(of: .promotions))) },
    Figure(.creditsByCard) { run in .count(Int(-run.records.ledger.balance(of: .cards))) },
  ]
}

extension OrdersTable {
  fileprivate static let paymentColumns: [Column<OrderRow>] = [
    .word(
      "paid_by",
      "What paid it; see the list of payments. Only with `promotions`, `campaigns`, `referral` or `payment.direct`; empty"
        + " where nothing did."
    ) { $0.record.paidBy }
  ]

  fileprivate static let byCard: Column<PaymentAttemptRow> = .count(
    "by_card",
    "Recipients that a bank card was to pay for, one by one. " + others
  ) { $0.attempt.payment.byCard }

  fileprivate static let others = "Only with `promotions`, `campaigns`, `referral` or `payment.direct`."

  fileprivate static let giftColumns: [Column<AccountRow>] = [
    .count("credits_from_promotions", "Credits that promotions gave. " + others) { $0.state.fromPromotions },
    .count(
      "credits_by_card", "Recipients paid one by one by bank card, refunds left out. " + others
    ) { $0.state.byCard },
  ]
}
