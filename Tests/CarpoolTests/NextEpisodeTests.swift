import Synchronization
import Testing

@testable import Carpool

/// Episodes prepared in advance.
@Suite struct NextEpisodeTests {
  private struct Refusal: Error {}

  private static func episode(_ replication: UInt64, seed: UInt64 = 1) -> EpisodeNumber {
    EpisodeNumber(seed: seed, replication: replication)
  }

  /// The episodes asked for, and those that are prepared for them in any order.
  @Test func eachEpisodeIsPreparedOnceWhereTheIntervalIsKept() throws {
    let prepared = Mutex<[EpisodeNumber]>([])
    do {
      var next = NextEpisode<EpisodeNumber>()
      for replication: UInt64 in [3, 19, 35, 51] {
        let episode = Self.episode(replication)
        let world = try next.world(of: episode) { number in
          prepared.withLock { $0.append(number) }
          return number
        }
        #expect(world == episode)
      }
    }
    // The last one was prepared for nobody.
    #expect(prepared.withLock(\.self).map(\.replication) == [3, 19, 35, 51, 67])
  }

  @Test func aWrongGuessIsNotUsed() throws {
    var next = NextEpisode<EpisodeNumber>()
    let asked: [(UInt64, UInt64)] = [
      (1, 0), (1, 1), (1, 5), (2, 0), (2, 1), (2, 2), (2, 0), (1, .max - 1), (1, .max), (1, 0),
    ]
    for (seed, replication) in asked {
      let episode = Self.episode(replication, seed: seed)
      let world = try next.world(of: episode) { $0 }
      #expect(world == episode)
    }
  }

  @Test func anErrorIsThrownWhenItsEpisodeIsAskedFor() throws {
    var next = NextEpisode<EpisodeNumber>()
    func world(_ replication: UInt64) throws -> EpisodeNumber {
      try next.world(of: Self.episode(replication)) {
        if $0.replication == 2 { throw Refusal() }
        return $0
      }
    }
    _ = try world(0)
    _ = try world(1)
    #expect(throws: Refusal.self) { try world(2) }
    #expect(try world(3) == Self.episode(3))
  }
}
