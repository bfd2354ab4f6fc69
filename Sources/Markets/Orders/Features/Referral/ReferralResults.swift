import Metrics
import Models
import Quantities
import Statistics
import Tables

extension Feature<OrdersRun> {
  /// Accounts that refer others.
  static var referral: Self {
    Feature(
      ["referral"], isPart: { $0.world.referral != nil }, figures: OrdersRun.referralFigures,
      columns: OrdersTable.referralColumns,
      summary: { [Placed(.init("referrals", OrdersWords(run: $0, figures: $1).referrals), after: "credits")] }
    )
  }
}

/// The metrics of referrals.
extension Metric {
  static let creditsOfReferrals = Metric(
    "credits_from_referrals", .count, over: .books,
    "Credits given for referrals, to both sides; with `referral`.")
  static let accountsReferred = Metric(
    "accounts_referred", .count, over: .books, better: .higherIsBetter,
    "Referred accounts opened during the run; with `referral`.")
}

extension OrdersRun {
  /// The figures of runs with `referral`.
  static let referralFigures: [Figure<OrdersRun>] = [
    Figure(.creditsOfReferrals) { .count(Int(-$0.records.ledger.balance(of: .referrals))) },
    Figure(.accountsReferred) { run in
      .count(run.world.accounts.count { $0.referrer != .none && $0.opens <= run.records.end })
    },
  ]
}

extension OrdersTable {
  fileprivate static let referralColumns: [Column<AccountRow>] = [
    .identifier("referred_by", "The referring account; empty for none. Only with `referral`.") {
      $0.run.name(of: $0.account.referrer)
    },
    .count(
      "credits_from_referrals",
      "Credits for being referred and for referring others. Only with `referral`."
    ) { $0.state.fromReferrals },
  ]
}

extension OrdersWords {
  fileprivate var referrals: String? {
    figures[.accountsReferred].map {
      SummaryText.joined([
        Words.plural(Int($0), "account") + " brought by others",
        Words.plural(Int(figures[.creditsOfReferrals] ?? 0), "credit") + " for it",
      ])
    }
  }
}
