import CarpoolScenario
public import Community
public import Quantities
public import Scenario
public import Synthesis

/// The platform services, as far as a run has it: what is nil is off.
public struct SocietySetup: Sendable {
  /// The number of people.
  public var users: Int
  /// The user behind each driver, at the indexes of the drivers; so for the requests.
  public var ofDriver: [UserIndex]
  public var ofRequest: [UserIndex]
  /// The keys of the users' draws.
  public var keys: [UInt64]
  /// The price of a seat for each request as a file says it, in the smallest unit of money; empty where no file says it.
  public var prices: [Int64] = []
  /// Friendships that a file lists.
  public var friends: [(UserIndex, UserIndex)]?
  public var verification: VerificationRules?
  public var money: MoneyRules?
  public var friendship: FriendRules?
  public var ratings: RatingRules?
  public var channel: ChannelRules?
  public var churn: ChurnRules?
  /// The time from the last Monday at midnight to the start of the run: those who decide keep hours.
  public var phase = Milliseconds.zero

  /// Creates the people behind drivers and requests, for whom everything is off.
  public init(users: Int, ofDriver: [UserIndex], ofRequest: [UserIndex], keys: [UInt64]) {
    self.users = users
    self.ofDriver = ofDriver
    self.ofRequest = ofRequest
    self.keys = keys
  }
}

extension SocietySetup {
  /// The people `users`, and what `scenario` has of platform services.
  public init(_ scenario: Scenario, _ users: Users) {
    self.init(
      users: users.count, ofDriver: users.ofDriver, ofRequest: users.ofRequest, keys: users.keys)
    friends = users.friends
    prices = users.prices
    verification = scenario.verification
    money = scenario.money
    friendship = scenario.friends
    ratings = scenario.ratings
    channel = scenario.channel
    churn = scenario.users?.churn
    phase = scenario.time.sinceMonday
  }
}
