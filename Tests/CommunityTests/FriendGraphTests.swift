import Community
import Quantities
import Statistics
import TestSupport
import Testing

/// Who is whose friend.
@Suite struct FriendGraphTests {
  private let random = RandomSource(seed: 3, replication: 0)

  private func smallWorld(_ users: Int, _ neighbours: Int, _ rewiring: Double) -> FriendGraph {
    FriendGraph(users: users, neighbours: neighbours, rewiring: rewiring, random: random)
  }

  /// The mean share of a user's pairs of friends who are friends themselves.
  private func clustering(_ graph: FriendGraph) -> Double {
    let shares = (0..<UserIndex(graph.users)).map { user in
      let friends = Array(graph.friends(of: user))
      var pairs = 0
      for (place, a) in friends.enumerated() {
        for b in friends[(place + 1)...] where graph.areFriends(a, b) { pairs += 1 }
      }
      return Double(pairs) / Double(friends.count * (friends.count - 1) / 2)
    }
    return shares.reduce(0, +) / Double(shares.count)
  }

  @Test(
    "however many are rewired, there are n·k/2 friendships, none twice and none with oneself",
    arguments: [0, 0.1, 0.5, 1])
  func edges(rewiring: Double) {
    let graph = smallWorld(400, 10, rewiring)
    let edges = graph.edges
    #expect(edges.count == 400 * 10 / 2 && Set(edges).count == edges.count)
    #expect(edges.allSatisfy { $0.a < $0.b })
    var matrix = Array(repeating: Array(repeating: false, count: 400), count: 400)
    for edge in edges {
      matrix[Int(edge.a)][Int(edge.b)] = true
      matrix[Int(edge.b)][Int(edge.a)] = true
    }
    for a in 0..<400 {
      let row = (0..<400).filter { graph.areFriends(UserIndex(a), UserIndex($0)) }
      #expect(row == (0..<400).filter { matrix[a][$0] } && row.count == graph.degree(of: UserIndex(a)))
      // The half that a user began stays theirs.
      #expect(row.count >= 5)
    }
  }

  @Test("a ring has the clustering 3(k − 2) ÷ 4(k − 1)", arguments: [4, 6, 10])
  func clusteringOfTheRing(k: Int) {
    let graph = smallWorld(60, k, 0)
    #expect(abs(clustering(graph) - 3 * Double(k - 2) / (4 * Double(k - 1))) < 1e-12)
    #expect((0..<UserIndex(60)).allSatisfy { graph.degree(of: $0) == k })
    #expect(graph.areFriends(0, UserIndex(60 - k / 2)) && !graph.areFriends(0, UserIndex(k / 2 + 1)))
  }

  @Test("each friendship of the ring stays with probability 1 − p, and chance brings no clusters")
  func rewiring() {
    let graph = smallWorld(2_000, 10, 0.3)
    var kept = RunningStatistics()
    for user in 0..<2_000 {
      for step in 1...5 {
        kept.add(graph.areFriends(UserIndex(user), UserIndex((user + step) % 2_000)) ? 1 : 0)
      }
    }
    #expect(abs(kept.zScore(expected: 0.7)!) < 3.5)
    #expect(clustering(smallWorld(2_000, 10, 1)) < 0.02)
  }

  @Test("of few users each knows whom there is to know", arguments: 0...9)
  func few(users: Int) {
    let graph = smallWorld(users, 8, 0.5)
    let side = max(0, min(4, (users - 1) / 2))
    #expect(graph.users == users && graph.edges.count == users * side)
  }

  @Test func pairsOfAFileCountOnceEitherWayRound() {
    forAll(seeds: 0..<100) { seed in
      var draws = SplitMix64(seed: seed)
      let users = draws.whole(1...12)
      let pairs = (0..<draws.whole(0...40)).map { _ in
        (UserIndex(draws.whole(0...users - 1)), UserIndex(draws.whole(0...users - 1)))
      }
      let graph = FriendGraph(users: users, pairs: pairs)
      for a in 0..<UserIndex(users) {
        for b in 0..<UserIndex(users) {
          let isListed = a != b && pairs.contains { $0 == (a, b) || $0 == (b, a) }
          guard graph.areFriends(a, b) == isListed else { return "\(a) and \(b)" }
        }
      }
      let degrees = (0..<UserIndex(users)).map { graph.degree(of: $0) }
      return degrees.reduce(0, +) == 2 * graph.edges.count ? nil : "the degrees"
    }
  }

  @Test func wishesAreDrawnByTheirShares() {
    var friends = FriendRules()
    friends.onlyShare = 0.2
    friends.wishShare = 0.6
    var ratings = RatingRules()
    ratings.leastShare = 0.4
    ratings.least = 4.25
    var counts = [RunningStatistics(), RunningStatistics(), RunningStatistics()]
    for key in 0..<5_000 as Range<UInt64> {
      let wishes = SocialWishes(ofUser: key, friends: friends, ratings: ratings, random: random)
      #expect(wishes.leastMilliStars == 0 || wishes.leastMilliStars == 4_250)
      counts[0].add(wishes.insistsOnFriends ? 1 : 0)
      counts[1].add(wishes.wishesFriends ? 1 : 0)
      counts[2].add(wishes.leastMilliStars > 0 ? 1 : 0)
      #expect(SocialWishes(ofUser: key, friends: nil, ratings: nil, random: random) == SocialWishes())
    }
    for (found, share) in zip(counts, [0.2, 0.6, 0.4]) { #expect(abs(found.zScore(expected: share)!) < 3.5) }
  }
}
