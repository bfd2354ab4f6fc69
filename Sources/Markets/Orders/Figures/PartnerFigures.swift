import Metrics
import Quantities
import Statistics
import Tables

/// The metrics of partners, referrals, drafts, and accounts opened on the way.
extension Metric {
  static let creditsOfCampaigns = Metric(
    "credits_from_campaigns", .count, over: .books, better: .higherIsBetter,
    "Recipients that campaigns paid for, cancelled orders left out; with `campaigns`.")
  static let paidByPartners = Metric(
    "paid_by_partners", .count, over: .books, better: .higherIsBetter,
    "Money that partners paid for them, in the smallest unit, as a part of `revenue`; with `campaigns`.")
  static let creditsOfReferrals = Metric(
    "credits_from_referrals", .count, over: .books,
    "Credits for accounts that others have brought, to either; with `referral`.")
  static let accountsReferred = Metric(
    "accounts_referred", .count, over: .books, better: .higherIsBetter,
    "Accounts that opened in the run and that others have brought; with `referral`.")
  static let drafts = Metric(
    "drafts", .count, over: .settledOrders,
    "Settled orders that were left as drafts; with `demand.drafts` or"
      + " `registration`.")
  static let draftsFinished = Metric(
    "drafts_finished_ratio", .ratio, over: .settledOrders, better: .higherIsBetter,
    "Those of them that were finished, so that a payment was tried ÷ `drafts`.")
  static let accountsRegistered = Metric(
    "accounts_registered", .count, over: .books, better: .higherIsBetter,
    "Accounts that were opened on the way to a payment; with `demand.drafts` or `registration`.")
}

extension OrdersRun {
  /// The figures that only runs with `campaigns` have.
  static let campaignFigures: [Figure<OrdersRun>] = [
    Figure(.creditsOfCampaigns) { .count(Int(-$0.records.ledger.balance(of: .campaigns))) },
    Figure(.paidByPartners) { .count(Int(-$0.records.ledger.balance(of: .partners))) },
  ]

  /// The figures that only runs with `referral` have.
  static let referralFigures: [Figure<OrdersRun>] = [
    Figure(.creditsOfReferrals) { .count(Int(-$0.records.ledger.balance(of: .referrals))) },
    Figure(.accountsReferred) { run in
      .count(run.world.accounts.count { $0.referrer != .none && $0.opens <= run.records.end })
    },
  ]

  /// The figures that only runs with drafts or `registration` have.
  static let delayFigures: [Figure<OrdersRun>] =
    [OrderCause.accountGivenUp, .draftGivenUp].map { cause in
      Figure(.cause(cause)) { run in .count(run.settled.count { run.records.orders[$0].cause == cause }) }
    } + [
      Figure(.drafts) { run in .count(run.settledDrafts.count) },
      Figure(.draftsFinished) { run in
        let drafts = run.settledDrafts
        return .share(drafts.count { run.records.orders[$0].attempts > 0 }, of: drafts.count)
      },
      Figure(.accountsRegistered) { run in
        .count(run.world.accounts.count { $0.openedWith != .none && $0.opens <= run.records.end })
      },
    ]

  private var settledDrafts: [Int] { settled.filter { world.orders[$0].isDraft } }
}
