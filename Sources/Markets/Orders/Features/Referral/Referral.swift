import Metrics
import Models
public import Quantities
import Scenario
import Statistics
import Tables

/// The rules for accounts referred by others, and for the credits that both accounts get.
public struct Referral: Hashable, Sendable {
  /// The event for which the referrer is rewarded.
  public enum Reward: String, CaseIterable, Sendable {
    /// The opening of the new account.
    case accountOpened = "account_opened"
    /// The confirmation of the new account's first payment.
    case firstPayment = "first_payment"
  }

  /// The share of accounts opened during the run that were referred.
  public var share: Double
  /// The credits that the new account gets when it opens, and the credits that its referrer gets.
  public var creditsNew: Int64
  public var creditsReferrer: Int64
  public var reward: Reward
  /// The maximum number of new accounts for which a referrer gets credits; `.max` for no limit.
  public var most: Int64
  /// The time after which unused credits from referrals expire; nil if they do not.
  public var expiry: Milliseconds?

  /// Creates rules; by default, both accounts get one credit.
  public init(
    share: Double = 0, creditsNew: Int64 = 1, creditsReferrer: Int64 = 1, reward: Reward = .firstPayment,
    most: Int64 = .max, expiry: Milliseconds? = nil
  ) {
    self.share = share
    self.creditsNew = creditsNew
    self.creditsReferrer = creditsReferrer
    self.reward = reward
    self.most = most
    self.expiry = expiry
  }
}

extension Referral {
  static var members: Members<Self> {
    let nothing = "the referrer gets nothing (`credits_referrer` is 0)"
    return Members(
      Self(),
      [
        Field(
          "share", \.share, .share,
          "The share of referred accounts, among accounts opened during the run that are not read from a file; the referrer is "
            + "drawn uniformly from the open accounts."
        ).idle { _, scenario in
          guard case .recorded = scenario.orders.accounts, scenario.orders.registration == nil else {
            return nil
          }
          return "accounts are read from a file, which gives their referrers"
        },
        Field(
          "credits_new", \.creditsNew, .integer(0, to: 1_000_000),
          "The credits that a referred account gets when opened."),
        Field(
          "credits_referrer", \.creditsReferrer, .integer(0, to: 1_000_000),
          "The credits that the referrer gets."),
        Field(
          "reward", \.reward, .oneOf,
          "When the referrer gets the credits: when the new account is opened, or when its first payment is confirmed."
        ).idle(nothing) { $0.creditsReferrer == 0 },
        Field(
          "most", \.mostIfLimited, orNull: .integer(1, to: 1 << 53),
          "The maximum number of rewarded referrals per account. `null`: no limit."
        ).idle(nothing) { $0.creditsReferrer == 0 },
        Field(
          "expire_s", \.expiry, orNull: .seconds(.positive),
          "The time after which unused credits expire. `null`: never."),
      ],
      check: { checked, faults in
        guard checked.value.creditsNew == 0, checked.value.creditsReferrer == 0 else { return }
        checked.conflict(
          "no credits are given; give credits_new or credits_referrer, or leave `referral` out",
          ["credits_new", "credits_referrer"], &faults)
      })
  }

  private var mostIfLimited: Int64? {
    get { most == .max ? nil : most }
    set { most = newValue ?? .max }
  }
}

extension OrdersMaker {
  /// Draws the referrer of each account that opens during the run, unless recorded. All input accounts opened earlier
  /// are equally likely.
  ///
  /// - Parameter listed: the number of accounts in the input; accounts after them are opened during an order.
  func refer(in setup: inout OrdersSetup, _ rules: Referral, listed: Int) {
    guard listed > 0 else { return }
    var isRecorded = false
    if case .recorded = fields.accounts { isRecorded = true }
    for place in (isRecorded ? listed : 0)..<setup.accounts.count where setup.accounts[place].opens > .zero {
      let account = setup.accounts[place]
      var draws = stream(.referral, account.key)
      guard draws.happens(withProbability: rules.share) else { continue }
      for _ in 0..<100 {
        let referrer = AccountIndex(Int(draws.integer(below: UInt64(listed))))
        guard setup.accounts[referrer].opens < account.opens else { continue }
        setup.accounts[place].referrer = referrer
        break
      }
    }
  }
}

/// The rewards for referring accounts.
extension Till {
  /// Rewards the opening of an account that may have been referred.
  mutating func rewardOpening(of account: AccountIndex, at time: Milliseconds) {
    guard let referral = setup.fields.referral, setup.accounts[account].referrer != .none else { return }
    give(referral.creditsNew, forReferralTo: account, order: .none, at: time)
    if referral.reward == .accountOpened { rewardReferrer(of: account, order: .none, at: time) }
  }

  /// Handles the first confirmed payment by the account of `order`, for which the account's referrer may get credits.
  mutating func rewardPayment(of order: OrderIndex, at time: Milliseconds) {
    let account = setup.orders[order].account
    guard !hasPaid[Int(account)] else { return }
    hasPaid[Int(account)] = true
    guard setup.fields.referral?.reward == .firstPayment, setup.accounts[account].referrer != .none else {
      return
    }
    rewardReferrer(of: account, order: order, at: time)
  }

  private mutating func rewardReferrer(of account: AccountIndex, order: OrderIndex, at time: Milliseconds) {
    guard let referral = setup.fields.referral else { return }
    let referrer = setup.accounts[account].referrer
    guard rewardsLeft[Int(referrer)] > 0 else { return }
    if rewardsLeft[Int(referrer)] != .max { rewardsLeft[Int(referrer)] -= 1 }
    give(referral.creditsReferrer, forReferralTo: referrer, order: order, at: time)
  }

  private mutating func give(
    _ credits: Int64, forReferralTo account: AccountIndex, order: OrderIndex, at time: Milliseconds
  ) {
    guard credits > 0 else { return }
    accounts[account].fromReferrals += credits
    ledger.post(.referral, credits, account: account, order: order, at: time)
    if let span = setup.fields.referral?.expiry {
      expiringReferrals.append(grant(credits, to: account, until: time.saturatingAdd(span), .expiry))
    } else {
      accounts[account].plain += credits
      free?.add(credits, to: account)
    }
  }
}

extension Feature<OrdersRun> {
  /// The feature for referrals of accounts.
  static var referral: Self {
    Feature(
      ["referral"], isPart: { $0.setup.fields.referral != nil }, figures: OrdersRun.referralFigures,
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
      .count(run.setup.accounts.count { $0.referrer != .none && $0.opens <= run.records.end })
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
