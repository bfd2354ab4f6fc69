import Board
import Quantities
import TestSupport
import Testing
import Travellers

/// A new trip is told to those who would find it.
@Suite struct BoardAlertTests {
  @Test("those who hear of a new trip are those whose searches a scan says it passes")
  func equalsScan() {
    var heard = 0
    forAll(seeds: 0..<200) { seed in
      var world = RandomBoard(seed: seed)
      for number in 0..<40 {
        for _ in 0..<2 {
          let request = RequestIndex(world.draws.random.whole(0...30))
          world.board.unwatch(request)
          world.plain.watches.removeAll { $0.request == request }
        }
        for _ in 0..<6 {
          let request = RequestIndex(world.draws.random.whole(0...30))
          let query = world.draws.query()
          world.board.watch(request, query)
          world.plain.watches.removeAll { $0.request == request }
          world.plain.watches.append((request, query))
        }
        let driver = DriverIndex(number)
        guard world.plain.entries[number] != nil else { continue }
        world.publish(driver)
        let now = world.draws.time()
        let watchers = world.board.watchers(of: driver, at: now)
        let expected = world.plain.watchers(of: driver, at: now)
        guard watchers == expected else { return "\(watchers), not \(expected)" }
        heard += watchers.count
        world.change()
      }
      return nil
    }
    #expect(heard > 500)
  }
}
