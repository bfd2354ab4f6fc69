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
    "Recipients paid for individually by bank card (`payment.direct`), excluding refunds.")
  static let creditsOfPromotions = Metric(
    "credits_from_promotions", .count, over: .books, "Credits given by promotions.")
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
      "The means of payment; see the list of payments. Only with `promotions`, `campaigns`, `referral` or `payment.direct`; empty"
        + " if unpaid."
    ) { $0.record.paidBy }
  ]

  fileprivate static let byCard: Column<PaymentAttemptRow> = .count(
    "by_card",
    "The number of recipients to be paid for individually by bank card. " + others
  ) { $0.attempt.payment.byCard }

  fileprivate static let others = "Only with `promotions`, `campaigns`, `referral` or `payment.direct`."

  fileprivate static let giftColumns: [Column<AccountRow>] = [
    .count("credits_from_promotions", "Credits given by promotions. " + others) { $0.state.fromPromotions },
    .count(
      "credits_by_card",
      "The number of recipients paid for individually by bank card, excluding refunds. " + others
    ) { $0.state.byCard },
  ]
}
