public import Statistics

/// The wishes of one user about the friendship with others and their ratings.
public struct SocialWishes: Equatable, Sendable {
  /// True if the user rides with friends only.
  public var insistsOnFriends = false
  /// True if a friend is a wish of theirs, which counts in the agreement.
  public var wishesFriends = false
  /// The least rating that they accept, in thousandths of a star; 0 for any.
  public var leastMilliStars: Int32 = 0

  /// Wishes nothing.
  public init() {}

  /// Draws the wishes of a user; rules that there are not leave nothing to wish.
  ///
  /// - Parameter key: what the draws of the user are keyed by.
  public init(ofUser key: UInt64, friends: FriendRules?, ratings: RatingRules?, random: RandomSource) {
    var draws = random.stream(.socialWishes, key)
    // All are drawn, so that the one does not hang on the share of another.
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
