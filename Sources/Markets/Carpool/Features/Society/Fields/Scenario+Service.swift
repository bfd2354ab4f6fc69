public import Community
public import Scenario

/// Platform services in scenarios of the market `carpool`; each is nil where the scenario has nothing of it.
extension Scenario {
  /// The trips that are published before they are made.
  public var board: Board? {
    get { carpool.board }
    set { carpool.board = newValue }
  }

  /// The same people over days.
  public var users: Users? {
    get { carpool.users }
    set { carpool.users = newValue }
  }

  /// The verification of identities by the service.
  public var verification: VerificationRules? {
    get { carpool.verification }
    set { carpool.verification = newValue }
  }

  /// The prices of rides, and the payments.
  public var money: MoneyRules? {
    get { carpool.money }
    set { carpool.money = newValue }
  }

  /// The friendship network, and who wants to ride with friends.
  public var friends: FriendRules? {
    get { carpool.friends }
    set { carpool.friends = newValue }
  }

  /// The stars after a ride, and what they are worth.
  public var ratings: RatingRules? {
    get { carpool.ratings }
    set { carpool.ratings = newValue }
  }

  /// The travel of messages between the service and the phones.
  public var channel: ChannelRules? {
    get { carpool.channel }
    set { carpool.channel = newValue }
  }
}
