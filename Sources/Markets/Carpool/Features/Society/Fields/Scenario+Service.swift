public import Community
public import Scenario

/// The platform services of the market `carpool`; nil if absent from the scenario.
extension Scenario {
  /// The board for trips planned ahead.
  public var board: Board? {
    get { carpool.board }
    set { carpool.board = newValue }
  }

  /// The users, who may travel on several days.
  public var users: Users? {
    get { carpool.users }
    set { carpool.users = newValue }
  }

  /// The rules for identity verification.
  public var verification: VerificationRules? {
    get { carpool.verification }
    set { carpool.verification = newValue }
  }

  /// The rules for prices and payments.
  public var money: MoneyRules? {
    get { carpool.money }
    set { carpool.money = newValue }
  }

  /// The friendship network, and preferences for riding with friends.
  public var friends: FriendRules? {
    get { carpool.friends }
    set { carpool.friends = newValue }
  }

  /// The ratings after a ride, and their effects.
  public var ratings: RatingRules? {
    get { carpool.ratings }
    set { carpool.ratings = newValue }
  }

  /// The message channel between service and phones.
  public var channel: ChannelRules? {
    get { carpool.channel }
    set { carpool.channel = newValue }
  }
}
