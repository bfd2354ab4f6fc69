public import Statistics

/// A user's requirements and preferences about friendship and ratings.
public struct SocialWishes: Equatable, Sendable {
  /// Whether the user rides only with friends.
  public var insistsOnFriends = false
  /// Whether the user prefers friends, which counts towards the agreement.
  public var wishesFriends = false
  /// The lowest rating the user accepts, in thousandths of a star; 0 for any.
  public var leastMilliStars: Int32 = 0

  /// Creates no requirements or preferences.
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
