import CarpoolScenario
public import Community
public import Quantities
public import Scenario
public import Synthesis

/// The setup of a run's platform services; services that are nil are off.
public struct SocietySetup: Sendable {
  /// The number of users.
  public var users: Int
  /// The user of each driver, by index.
  public var ofDriver: [UserIndex]
  /// The user of each request, by index.
  public var ofRequest: [UserIndex]
  /// The keys of the users' draws.
  public var keys: [UInt64]
  /// The recorded price of a seat for each request, in the smallest unit of money; empty if none are recorded.
  public var prices: [Int64] = []
  /// Friendships listed in a file.
  public var friends: [(UserIndex, UserIndex)]?
  public var verification: VerificationRules?
  public var money: MoneyRules?
  public var friendship: FriendRules?
  public var ratings: RatingRules?
  public var channel: ChannelRules?
  public var churn: ChurnRules?
  /// The time from the last Monday at midnight to the start of the run, for the working hours of staff.
  public var phase = Milliseconds.zero

  /// Creates the users behind drivers and requests, with all services off.
  public init(users: Int, ofDriver: [UserIndex], ofRequest: [UserIndex], keys: [UInt64]) {
    self.users = users
    self.ofDriver = ofDriver
    self.ofRequest = ofRequest
    self.keys = keys
  }
}

extension SocietySetup {
  /// Creates the setup with the users `users` and the platform services of `scenario`.
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
