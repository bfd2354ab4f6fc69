/// The rules by which users of the service bring their friends to it.
public struct InvitationRules: Equatable, Sendable {
  /// The share of users who have an account from the start.
  public var memberShare = 0.5
  /// The probability that a passenger who got a ride invites a friend without an account, drawn once per friend.
  public var probability = 0.5
  /// The probability that the friend then opens an account.
  public var acceptProbability = 0.5

  public init() {}
}
