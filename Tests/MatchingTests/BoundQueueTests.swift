import Quantities
import TestSupport
import Testing
import Travellers

@testable import Matching

@Suite struct BoundQueueTests {
  @Test func theLowestBoundComesFirstThenTheLowerNumber() {
    forAll(seeds: 0..<200) { seed in
      var random = SplitMix64(seed: seed)
      var queue = BoundQueue()
      // Used again, as in a run.
      for _ in 0..<3 {
        queue.removeAll()
        // So few that all are put in order at once, and so many that they are parted several times.
        let count = random.whole(0...random.pick([60, 900]))
        let bounds = (0..<count).map { _ in Float(random.whole(-5...5)) * 1000 }
        for driver in (0..<count).reversed() { queue.append(bounds[driver], DriverIndex(driver)) }
        var taken: [Int] = []
        while let entry = queue.next() { taken.append(Int(entry.driver)) }
        guard taken == (0..<count).sorted(by: { (bounds[$0], $0) < (bounds[$1], $1) }) else {
          return "\(bounds): \(taken)"
        }
      }
      return nil
    }
  }

  /// Whoever is put back comes out again where the closer bound belongs, and is known to be refined.
  @Test func whoIsPutBackComesInTurn() {
    forAll(seeds: 0..<200) { seed in
      var random = SplitMix64(seed: seed)
      var queue = BoundQueue()
      let count = random.pick([40, 400])
      let straight = (0..<count).map { _ in Float(random.whole(0...20)) * 100 }
      let refined = straight.map { $0 + Float(random.whole(-2...10)) * 100 }
      for driver in 0..<count { queue.append(straight[driver], DriverIndex(driver)) }
      var final: [Int] = []
      while let entry = queue.next() {
        let driver = Int(entry.driver)
        if entry.isRefined {
          final.append(driver)
        } else if random.chance(0.9) {
          queue.putBack(refined[driver], entry.driver)
        }
      }
      let isOrdered = zip(final, final.dropFirst()).allSatisfy { a, b in
        // A bound that turns out to be lower than the first cannot come before what has left already.
        refined[a] <= refined[b] || refined[b] < straight[b]
      }
      return isOrdered && Set(final).count == final.count ? nil : "\(final.map { refined[$0] })"
    }
  }

  /// Bounds come out as they went in, whatever their size and sign.
  @Test func boundsAreKept() throws {
    for bound in [0, 0.4, -0.4, 1, -1, 16_777_216, 3e9, -3e9, 7e15, 8e18, 1e30] as [Float] {
      var queue = BoundQueue()
      queue.append(bound, 3)
      let first = queue.next()
      let entry = try #require(first)
      #expect(entry.bound == bound && entry.driver == 3 && !entry.isRefined)
      let isEmpty = queue.next() == nil
      #expect(isEmpty)
    }
  }
}

extension BoundQueue {
  /// Takes the first out; nil when nobody is left.
  fileprivate mutating func next() -> (bound: Float, driver: DriverIndex, isRefined: Bool)? {
    guard let first else { return nil }
    removeFirst()
    return first
  }
}
