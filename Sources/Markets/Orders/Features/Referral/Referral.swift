public import Quantities
import Scenario
import Statistics

/// Accounts referred by other accounts, and the credits both get for it.
public struct Referral: Hashable, Sendable {
  /// When the referrer is rewarded.
  public enum Reward: String, CaseIterable, Sendable {
    /// When the account is opened.
    case accountOpened = "account_opened"
    /// When its first payment is confirmed.
    case firstPayment = "first_payment"
  }

  /// The share of accounts opened during the run that were referred.
  public var share: Double
  /// The credits the new account gets when it opens, and those its referrer gets.
  public var creditsNew: Int64
  public var creditsReferrer: Int64
  public var reward: Reward
  /// The maximum number of new accounts for which a referrer gets credits; `.max` for no limit.
  public var most: Int64
  /// The time after which what is left of these credits expires; nil if it does not.
  public var expiry: Milliseconds?

  /// Creates rules by which both get one credit.
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
          "The share of accounts opened during the run, other than those of a file, that were referred by another account, drawn"
            + " uniformly from the open ones."
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
  /// Draws the referrer of each account that opens during the run, unless a file gives it: any account of the input
  /// that was opened earlier, with equal probability.
  ///
  /// - Parameter listed: the number of accounts in the input; later ones are opened during an order.
  func refer(in world: inout OrdersSetup, _ rules: Referral, listed: Int) {
    guard listed > 0 else { return }
    var isRecorded = false
    if case .recorded = fields.accounts { isRecorded = true }
    for place in (isRecorded ? listed : 0)..<world.accounts.count where world.accounts[place].opens > .zero {
      let account = world.accounts[place]
      var draws = stream(.referral, account.key)
      guard draws.happens(withProbability: rules.share) else { continue }
      for _ in 0..<100 {
        let referrer = AccountIndex(Int(draws.integer(below: UInt64(listed))))
        guard world.accounts[referrer].opens < account.opens else { continue }
        world.accounts[place].referrer = referrer
        break
      }
    }
  }
}
