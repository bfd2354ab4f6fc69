public import Quantities

/// The rules of stars: what they come from, and what they are worth.
public struct RatingRules: Equatable, Sendable {
  /// The stars of somebody whom nobody has rated, which count like `priorWeight` reviews.
  public var prior = 4.5
  public var priorWeight = 5.0
  /// The lateness that costs a star.
  public var lateness = Milliseconds(300_000)
  /// The ratio of detour to direct trip that costs a star.
  public var detourRatio = 0.5
  /// The standard deviation of what is drawn, in stars.
  public var noise = 0.5
  /// The share of rides that are rated.
  public var reviewShare = 0.8
  /// The share of users who ride with nobody below `least` stars.
  public var leastShare = 0.0
  public var least = 4.0
  /// The look at stars before they count; nil lets them count at once.
  public var moderation: ModerationRules?

  public init() {}
}
