public import Community
public import Quantities
public import Statistics
public import Travellers

/// The accounts of users: who has one from the start, and who opens one because a friend invites them.
public struct Invitations: Sendable {
  public let rules: InvitationRules
  /// The opening of each user's account; nil for one who has none.
  public private(set) var opened: [Milliseconds?]
  /// In the order of time.
  public private(set) var records: [InvitationRecord] = []
  /// The friends whom each user has decided about; only ever asked for by the pair.
  private var decided: Set<Pair> = []
  private let keys: [UInt64]
  private let random: RandomSource

  private struct Pair: Hashable {
    let user, friend: UserIndex
  }

  /// Opens the accounts of those who have one from the start; `keys` are what the users' draws are keyed by.
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

  /// Lets `user`, who was taken along as `request`, invite `friends`, and returns those who open an account.
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

/// An invitation of a friend to the service.
public struct InvitationRecord: Sendable {
  /// The ride after which it was sent.
  public let request: RequestIndex
  public let time: Milliseconds
  public let user: UserIndex
  public let friend: UserIndex
  /// True if the friend opened an account.
  public let isAccepted: Bool
}
