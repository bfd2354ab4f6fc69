public import Community
public import Quantities

/// What a run leaves behind of the people behind drivers and requests; lists are in the order of the users.
public struct SocietyRecords: Sendable {
  public var setup: SocietySetup
  /// From when each is verified; nil for one who never registered.
  public var verified: [Milliseconds?]
  /// When each left the service; nil for one who stayed.
  public var left: [Milliseconds?]
  /// The ledger.
  public var entries: [MoneyTransfer]
  /// What lies in each wallet, in the smallest unit; nil without money.
  public var balances: [Int64]?
  public var paysByWallet: [Bool]?
  /// Nil without a channel.
  public var messages: ChannelCounts?
  /// How many attempts failed for want of money although a car was found.
  public var walletRefusals: Int
  /// Thousandths of a star; nil without ratings.
  public var milliStars: [Int32]?
  public var reviews: [Int]?
  /// How many friends each has; nil without friends.
  public var friends: [Int]?
  /// The accounts and the invitations; nil where everybody has one.
  public var invitations: Invitations?
  /// All applications to be verified, in the order in which they come, be it after the run; nil where each is accepted.
  public var applications: [Application]?
  /// Reviews that people of the service looked at, in the order in which they were written; nil where nobody does.
  public var moderated: [ModeratedReview]?
}
