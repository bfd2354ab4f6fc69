public import Quantities
public import Statistics

/// Accounts that customers open on the way to their payment.
public struct Registration: Hashable, Sendable {
  /// The share of customers without an account who give up when asked to open one.
  public var giveUpShare: Double
  /// The time that a customer takes to open one, or to give up, in seconds.
  public var time: Law

  /// Creates rules by which a fourth gives up.
  public init(giveUpShare: Double = 0.25, time: Law = .lognormal(median: 180, sigma: 0.8)) {
    self.giveUpShare = giveUpShare
    self.time = time
  }
}

/// Orders that are begun, left as a draft, and finished later or never.
public struct Drafts: Hashable, Sendable {
  /// The share of orders that are left as a draft.
  public var share: Double
  /// The share of drafts that are never finished.
  public var giveUpShare: Double
  /// The time that a draft lies before it is finished, or given up, in seconds.
  public var time: Law

  /// Creates rules by which two drafts in five are never finished.
  public init(
    share: Double = 0.2, giveUpShare: Double = 0.4, time: Law = .lognormal(median: 21_600, sigma: 1.5)
  ) {
    self.share = share
    self.giveUpShare = giveUpShare
    self.time = time
  }
}

/// Accounts that others have brought, and the credits that either gets for it.
public struct Referral: Hashable, Sendable {
  /// The moment at which the referrer gets theirs.
  public enum Reward: String, CaseIterable, Sendable {
    /// The opening of the account.
    case accountOpened = "account_opened"
    /// The confirmation of its first payment.
    case firstPayment = "first_payment"
  }

  /// The share of accounts that open in the run which somebody else has brought.
  public var share: Double
  /// The credits that the new account gets when it opens, and those that its referrer gets.
  public var creditsNew: Int64
  public var creditsReferrer: Int64
  public var reward: Reward
  /// The greatest number of new accounts for which a referrer gets credits; `.max` for any number.
  public var most: Int64
  /// The time after they are given at which what is left of these credits expires; nil if it does not.
  public var expiry: Milliseconds?

  /// Creates rules by which either gets a credit.
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
