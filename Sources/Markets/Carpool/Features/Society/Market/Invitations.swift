public import Community
public import Quantities
public import Statistics
public import Travellers

/// The users' accounts, held from the start or opened after a friend's invitation.
public struct Invitations: Sendable {
  public let rules: InvitationRules
  /// The time at which each user's account was opened; nil for users without an account.
  public private(set) var opened: [Milliseconds?]
  /// The invitations, in chronological order.
  public private(set) var records: [InvitationRecord] = []
  /// The pairs of a user and a friend whose invitation has been decided; only tested for membership.
  private var decided: Set<Pair> = []
  private let keys: [UInt64]
  private let random: RandomSource

  private struct Pair: Hashable {
    let user, friend: UserIndex
  }

  /// Opens the accounts of initial members; `keys` are the keys of the users' draws.
  public init(_ rules: InvitationRules, keys: [UInt64], random: RandomSource) {
    self.rules = rules
    self.keys = keys
    self.random = random
    opened = keys.map { key in
      var draws = random.stream(.membership, key)
      return draws.happens(withProbability: rules.memberShare) ? .zero : nil
    }
  }

  public func hasAccount(_ user: UserIndex) -> Bool { opened[Int(user)] != nil }

  /// Draws which `friends` are invited by `user`, whose request `request` was served, and returns those who open an
  /// account.
  public mutating func invite(
    _ friends: some Sequence<UserIndex>, by user: UserIndex, of request: RequestIndex, at time: Milliseconds
  ) -> [UserIndex] {
    var accepted: [UserIndex] = []
    for friend in friends where !hasAccount(friend) {
      guard decided.insert(Pair(user: user, friend: friend)).inserted else { continue }
      var draws = random.stream(.invitation, keys[Int(user)], keys[Int(friend)])
      let (invites, accepts) = (draws.uniform(), draws.uniform())
      guard invites < rules.probability else { continue }
      let joins = accepts < rules.acceptProbability
      records.append(
        InvitationRecord(request: request, time: time, user: user, friend: friend, isAccepted: joins))
      guard joins else { continue }
      opened[Int(friend)] = time
      accepted.append(friend)
    }
    return accepted
  }
}

/// A user's invitation to a friend to join the service.
public struct InvitationRecord: Sendable {
  /// The request after whose ride the invitation was sent.
  public let request: RequestIndex
  public let time: Milliseconds
  public let user: UserIndex
  public let friend: UserIndex
  /// Whether the friend opened an account.
  public let isAccepted: Bool
}
