public import Statistics

/// The friendship network, and the shares of users who want to ride with friends.
public struct FriendRules: Equatable, Sendable {
  public var network = Network.wattsStrogatz(neighbours: 8, rewiring: 0.1)
  /// The share of users who ride only with friends.
  public var onlyShare = 0.0
  /// The share of users who prefer to ride with a friend; the preference counts towards the agreement.
  public var wishShare = 0.0
  /// The rules by which users bring friends to the service; nil if everybody has an account.
  public var invitations: InvitationRules?

  public init() {}

  /// The source of friendships.
  public enum Network: Equatable, Sendable {
    /// A ring in which each user has `neighbours` friends (an even number); each friendship is moved to a random user
    /// with probability `rewiring`.
    case wattsStrogatz(neighbours: Int, rewiring: Double)
    /// The pairs listed in a file.
    case recorded(file: String)
  }
}

/// The rules by which users of the service bring their friends to it.
public struct InvitationRules: Equatable, Sendable {
  /// The share of users who have an account from the start.
  public var memberShare = 0.5
  /// The probability that a passenger who has had a ride invites a friend without an account, drawn once per friend.
  public var probability = 0.5
  /// The probability that the friend then opens an account.
  public var acceptProbability = 0.5

  public init() {}
}

/// A user's requirements and preferences about friendship and ratings.
public struct SocialWishes: Equatable, Sendable {
  /// Whether the user rides only with friends.
  public var insistsOnFriends = false
  /// Whether the user prefers to ride with friends; the preference counts towards the agreement.
  public var wishesFriends = false
  /// The lowest rating the user accepts, in thousandths of a star; 0 for any.
  public var leastMilliStars: Int32 = 0

  /// Creates wishes without requirements or preferences.
  public init() {}

  /// Draws the preferences of a user; without rules, there are none.
  ///
  /// - Parameter key: the key of the user's draws.
  public init(ofUser key: UInt64, friends: FriendRules?, ratings: RatingRules?, random: RandomSource) {
    var draws = random.stream(.socialWishes, key)
    // All are drawn, so that each is independent of the other shares.
    let (only, wish, least) = (draws.uniform(), draws.uniform(), draws.uniform())
    if let friends {
      insistsOnFriends = only < friends.onlyShare
      wishesFriends = wish < friends.wishShare
    }
    if let ratings, least < ratings.leastShare {
      leastMilliStars = Int32((ratings.least * 1000).rounded())
    }
  }
}
