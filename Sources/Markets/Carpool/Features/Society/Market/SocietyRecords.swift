public import Community
public import Quantities
public import Travellers

/// A run's records of the users behind drivers and requests; arrays are indexed by user.
public struct SocietyRecords: Sendable {
  public var setup: SocietySetup
  /// The time from which each user is verified; nil for users who never registered.
  public var verified: [Milliseconds?]
  /// The time at which each user left the service; nil for users who stayed.
  public var left: [Milliseconds?]
  /// The entries of the ledger, in chronological order.
  public var entries: [MoneyTransfer]
  /// The balance of each wallet, in the smallest currency unit; nil if rides are not paid for.
  public var balances: [Int64]?
  public var paysByWallet: [Bool]?
  /// The message counts; nil if there is no channel.
  public var messages: ChannelCounts?
  /// The number of attempts that found a car but failed for lack of money.
  public var walletRefusals: Int
  /// The rating of each user, in thousandths of a star; nil if there are no ratings.
  public var milliStars: [Int32]?
  public var reviews: [Int]?
  /// The number of friends of each user; nil if there is no friendship network.
  public var friends: [Int]?
  /// The accounts and invitations; nil if every user has an account.
  public var invitations: Invitations?
  /// All applications for verification, in order of arrival, including those after the run; nil if users are verified
  /// without applications.
  public var applications: [Application]?
  /// The moderated reviews, in the order of writing; nil if there is no moderation.
  public var moderated: [ModeratedReview]?
}

/// The setup of a run's platform services; nil: the service is off.
public struct SocietySetup: Sendable {
  /// The number of users.
  public var users: Int
  /// The user of each driver, by index.
  public var ofDriver: [UserIndex]
  /// The user of each request, by index.
  public var ofRequest: [UserIndex]
  /// The keys of the users' draws.
  public var keys: [UInt64]
  /// The recorded price of a seat for each request, in the smallest currency unit; empty if none are recorded.
  public var prices: [Int64] = []
  /// Friendships listed in a file.
  public var friends: [(UserIndex, UserIndex)]?
  public var verification: VerificationRules?
  public var money: MoneyRules?
  public var friendship: FriendRules?
  public var ratings: RatingRules?
  public var channel: ChannelRules?
  public var churn: ChurnRules?
  /// The time from Monday midnight to the start of the run, for the working hours of staff.
  public var phase = Milliseconds.zero

  /// Creates the setup of users behind drivers and requests, with all services off.
  public init(users: Int, ofDriver: [UserIndex], ofRequest: [UserIndex], keys: [UInt64]) {
    self.users = users
    self.ofDriver = ofDriver
    self.ofRequest = ofRequest
    self.keys = keys
  }
}

/// A message about a request, recorded if all messages are recorded or the request is explained.
public struct MessageRecord: Sendable {
  public var request: RequestIndex
  public var kind: MessageKind
  /// The user whose phone sends or receives the message.
  public var user: UserIndex
  public var sent: Milliseconds
  public var transit: MessageTransit
}

/// The stars one traveller gives another after a shared ride.
public struct ReviewRecord: Sendable {
  public var request: RequestIndex
  public var time: Milliseconds
  public var rater: UserIndex
  public var rated: UserIndex
  /// The number of stars, one to five.
  public var stars: Int32
}

/// A review that staff moderate before it counts.
public struct ModeratedReview: Sendable {
  public var review: ReviewRecord
  public var verdict: Moderation.Verdict
}
