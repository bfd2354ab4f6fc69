public import Quantities

/// The rules for ratings: how they arise, and what depends on them.
public struct RatingRules: Equatable, Sendable {
  /// The stars of a user without ratings, which weigh as much as `priorWeight` reviews.
  public var prior = 4.5
  public var priorWeight = 5.0
  /// The lateness that costs one star.
  public var lateness = Milliseconds(300_000)
  /// The ratio of detour to direct trip that costs one star.
  public var detourRatio = 0.5
  /// The standard deviation of the random error, in stars.
  public var noise = 0.5
  /// The share of rides that are rated.
  public var reviewShare = 0.8
  /// The share of users who ride with nobody below `least` stars.
  public var leastShare = 0.0
  public var least = 4.0
  /// The moderation of reviews before they count; if nil, they count at once.
  public var moderation: ModerationRules?

  public init() {}
}
