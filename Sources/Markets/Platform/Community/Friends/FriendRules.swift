/// The friendship network, and who wants to ride with friends.
public struct FriendRules: Equatable, Sendable {
  public var network = Network.wattsStrogatz(neighbours: 8, rewiring: 0.1)
  /// The share of users who ride with friends only.
  public var onlyShare = 0.0
  /// The share of users who would rather ride with a friend: it counts in the agreement.
  public var wishShare = 0.0
  /// The rules by which friends come to the service; nil where everybody has an account.
  public var invitations: InvitationRules?

  public init() {}

  /// The origin of friendships.
  public enum Network: Equatable, Sendable {
    /// A ring in which each user knows so many `neighbours`, an even number, and each friendship is with somebody else
    /// of all with probability `rewiring`.
    case wattsStrogatz(neighbours: Int, rewiring: Double)
    /// The pairs that a file lists.
    case recorded(file: String)
  }
}
