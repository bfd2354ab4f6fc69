/// The friendship network, and the shares of users who want to ride with friends.
public struct FriendRules: Equatable, Sendable {
  public var network = Network.wattsStrogatz(neighbours: 8, rewiring: 0.1)
  /// The share of users who ride only with friends.
  public var onlyShare = 0.0
  /// The share of users who prefer to ride with a friend: it counts towards the agreement.
  public var wishShare = 0.0
  /// The rules by which users bring friends to the service; nil if everybody has an account.
  public var invitations: InvitationRules?

  public init() {}

  /// Where friendships come from.
  public enum Network: Equatable, Sendable {
    /// A ring in which each user has `neighbours` friends, an even number, and each friendship is moved to a random
    /// user with probability `rewiring`.
    case wattsStrogatz(neighbours: Int, rewiring: Double)
    /// The pairs listed in a file.
    case recorded(file: String)
  }
}
