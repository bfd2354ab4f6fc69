/// The rules by which users of the service bring their friends to it.
public struct InvitationRules: Equatable, Sendable {
  /// The share of users with an account from the start.
  public var memberShare = 0.5
  /// The probability that a passenger who was taken along invites a friend without an account, drawn once for each friend.
  public var probability = 0.5
  /// The probability that the friend opens an account then.
  public var acceptProbability = 0.5

  public init() {}
}
