public import Community
public import Quantities

/// The records that a run leaves of the people behind drivers and requests; lists are in the order of the users.
public struct SocietyRecords: Sendable {
  public var setup: SocietySetup
  /// The time from which each is verified; nil for one who never registered.
  public var verified: [Milliseconds?]
  /// The time at which each left the service; nil for one who stayed.
  public var left: [Milliseconds?]
  /// The ledger.
  public var entries: [MoneyTransfer]
  /// The balance of each wallet, in the smallest unit; nil without money.
  public var balances: [Int64]?
  public var paysByWallet: [Bool]?
  /// Nil without a channel.
  public var messages: ChannelCounts?
  /// The number of attempts that failed for want of money although a car was found.
  public var walletRefusals: Int
  /// Thousandths of a star; nil without ratings.
  public var milliStars: [Int32]?
  public var reviews: [Int]?
  /// The number of friends of each; nil without friends.
  public var friends: [Int]?
  /// The accounts and the invitations; nil where every user has one.
  public var invitations: Invitations?
  /// All applications to be verified, in the order in which they come, be it after the run; nil where each is accepted.
  public var applications: [Application]?
  /// Reviews that people of the service looked at, in the order in which they were written; nil where nobody does.
  public var moderated: [ModeratedReview]?
}
