public import Community
public import Quantities

/// A run's records of the users behind drivers and requests; lists are by user index.
public struct SocietyRecords: Sendable {
  public var setup: SocietySetup
  /// The time from which each is verified; nil for a user who never registered.
  public var verified: [Milliseconds?]
  /// The time at which each left the service; nil for a user who stayed.
  public var left: [Milliseconds?]
  /// The ledger.
  public var entries: [MoneyTransfer]
  /// The balance of each wallet, in the smallest unit; nil without money.
  public var balances: [Int64]?
  public var paysByWallet: [Bool]?
  /// Nil without a channel.
  public var messages: ChannelCounts?
  /// The number of attempts that failed for lack of money although a car was found.
  public var walletRefusals: Int
  /// In thousandths of a star; nil without ratings.
  public var milliStars: [Int32]?
  public var reviews: [Int]?
  /// The number of friends of each user; nil without friends.
  public var friends: [Int]?
  /// The accounts and invitations; nil if every user has an account.
  public var invitations: Invitations?
  /// All applications for verification, in order of arrival, including those after the run; nil if all are
  /// accepted.
  public var applications: [Application]?
  /// The moderated reviews, in the order in which they were written; nil without moderation.
  public var moderated: [ModeratedReview]?
}
