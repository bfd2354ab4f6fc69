/// The rules by which people of the service look at each review before others see it.
public struct ModerationRules: Hashable, Sendable {
  /// The share of reviews that are rejected: nobody ever sees them.
  public var rejectedShare = 0.05
  public var team = TeamRules()

  public init() {}
}
