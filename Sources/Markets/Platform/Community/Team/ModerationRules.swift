/// The rules by which staff moderate each review before others see it.
public struct ModerationRules: Hashable, Sendable {
  /// The share of reviews that are rejected and never published.
  public var rejectedShare = 0.05
  public var team = TeamRules()

  public init() {}
}
