import Quantities
public import Statistics

/// The friends of users: an undirected graph.
public struct FriendGraph: Equatable, Sendable {
  /// Two friends, the lower index first.
  public struct Edge: Hashable, Sendable {
    public var a: UserIndex
    public var b: UserIndex
  }

  /// The friends of all users, user by user, sorted.
  private let friends: [UserIndex]
  /// The index in `friends` of each user's first friend, followed by the number of entries.
  private let begins: [Int]

  /// Creates the graph from lists of friends; each friendship is in both lists.
  private init(_ lists: [[UserIndex]]) {
    friends = lists.flatMap { $0.sorted() }
    begins = lists.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  /// Creates the graph from a list of friendships. A pair listed twice, in either order, counts once, and a pair of
  /// a user with themselves is ignored.
  ///
  /// - Precondition: all user indices in `pairs` are less than `users`.
  public init(users: Int, pairs: [(UserIndex, UserIndex)]) {
    var lists = Array(repeating: [UserIndex](), count: users)
    for (a, b) in pairs where a != b {
      lists[Int(a)].append(b)
      lists[Int(b)].append(a)
    }
    self.init(
      lists.map { list in
        let sorted = list.sorted()
        return sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }
      })
  }

  /// Draws a small world: a ring in which each user is a friend of their `neighbours` nearest users, half of them
  /// on each side; with probability `rewiring`, each friendship is moved to another user chosen at random. Watts
  /// and Strogatz 1998, doi:10.1038/30918.
  ///
  /// If there are few users, `neighbours` is reduced so that nobody is counted twice around the ring.
  ///
  /// - Precondition: `neighbours` is even and not negative.
  public init(users: Int, neighbours: Int, rewiring: Double, random: RandomSource) {
    precondition(neighbours >= 0 && neighbours.isMultiple(of: 2), "as many neighbours on either side")
    let side = max(0, min(neighbours / 2, (users - 1) / 2))
    var lists = (0..<users).map { user in
      (1...max(1, side)).prefix(side).flatMap { step in
        [UserIndex((user + step) % users), UserIndex((user - step + users) % users)]
      }
    }
    for user in 0..<users where rewiring > 0 && side > 0 {
      var draws = random.stream(.friendship, UInt64(user))
      for step in 1...side where draws.happens(withProbability: rewiring) {
        // A user who knows everybody has nobody left to meet.
        guard lists[user].count < users - 1 else { continue }
        let old = UserIndex((user + step) % users)
        let new = Self.stranger(to: user, lists[user], users, &draws)
        lists[user].replace(old, by: new)
        lists[Int(old)].removeAll { $0 == UserIndex(user) }
        lists[Int(new)].append(UserIndex(user))
      }
    }
    self.init(lists)
  }

  /// Draws another user who is not in `list`, the friends of `user`.
  private static func stranger(
    to user: Int, _ list: [UserIndex], _ users: Int, _ draws: inout KeyedGenerator
  ) -> UserIndex {
    while true {
      let other = UserIndex(draws.integer(in: 0..<users))
      if Int(other) != user, !list.contains(other) { return other }
    }
  }
}

extension FriendGraph {
  /// The number of users.
  public var users: Int { begins.count - 1 }

  /// Returns the friends of `user`, in ascending order.
  public func friends(of user: UserIndex) -> ArraySlice<UserIndex> {
    friends[begins[Int(user)]..<begins[Int(user) + 1]]
  }

  /// Returns the number of friends of `user`.
  public func degree(of user: UserIndex) -> Int { begins[Int(user) + 1] - begins[Int(user)] }

  /// Returns whether the two are friends.
  ///
  /// - Complexity: logarithmic in the degree.
  public func areFriends(_ a: UserIndex, _ b: UserIndex) -> Bool {
    var low = begins[Int(a)]
    var high = begins[Int(a) + 1]
    while low < high {
      let middle = (low + high) / 2
      if friends[middle] < b { low = middle + 1 } else { high = middle }
    }
    return low < begins[Int(a) + 1] && friends[low] == b
  }

  /// All friendships, each once, in order.
  public var edges: [Edge] {
    (0..<UserIndex(users)).flatMap { user in
      friends(of: user).filter { $0 > user }.map { Edge(a: user, b: $0) }
    }
  }
}

extension [UserIndex] {
  /// Replaces `old` with `new`.
  fileprivate mutating func replace(_ old: UserIndex, by new: UserIndex) {
    if let place = firstIndex(of: old) { self[place] = new }
  }
}
