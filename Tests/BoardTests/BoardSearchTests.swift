import Board
import Quantities
import TestSupport
import Testing
import Travellers

/// The board finds what a scan over all trips and all pairs of stops finds, written apart.
@Suite struct BoardSearchTests {
  @Test("counts, winner and ranking are those of a scan, whatever happens to the trips")
  func equalsScan() {
    var found = 0
    var failing: Set<BoardStage> = []
    forAll(seeds: 0..<400) { seed in
      var world = RandomBoard(seed: seed)
      for _ in 0..<40 { world.change() }
      for _ in 0..<15 {
        for _ in 0..<5 { world.change() }
        let query = world.draws.query()
        var excluded: [DriverIndex] = []
        for _ in 0..<world.draws.random.pick([0, 0, 1, 6]) {
          excluded.append(DriverIndex(world.draws.random.whole(0...39)))
        }
        let top = world.draws.random.pick([0, 1, 3, 40])
        let salt = world.draws.random.whole(0...20)
        let agreement: (DriverIndex) -> Double? = { driver in
          let share = (Int(driver) &* 7 + salt) % 6
          return share == 5 ? nil : Double(share) / 4
        }
        var asked: [DriverIndex] = []
        let finding = world.board.search(query, excluding: excluded, top: top) { driver in
          asked.append(driver)
          return agreement(driver)
        }
        let expected = world.plain.search(query, excluding: excluded, top: top, agreement: agreement)
        guard finding == expected.finding else { return "\(finding), not \(expected.finding), for \(query)" }
        guard asked.sorted() == expected.asked else { return "asked \(asked), not \(expected.asked)" }
        found += finding.candidates.count
        if let stage = finding.counts.emptied { failing.insert(stage) }
      }
      return nil
    }
    // What is compared must not be empty: each stage is the one that fails in some search.
    #expect(found > 1000)
    #expect(failing.count == BoardStage.allCases.count)
  }

  @Test("on a large board, discs of any width find what a scan finds")
  func equalsScanOnLargeBoard() {
    forAll(seeds: 1000..<1008) { seed in
      var world = RandomBoard(seed: seed, drivers: 400, side: 80)
      for number in 0..<400 where world.plain.entries[number] != nil { world.publish(DriverIndex(number)) }
      for _ in 0..<30 {
        let query = world.draws.query()
        let finding = world.board.search(query, top: 5) { _ in 1 }
        let expected = world.plain.search(query, excluding: [], top: 5) { _ in 1 }.finding
        guard finding == expected else { return "\(finding), not \(expected), for \(query)" }
      }
      return nil
    }
  }

  @Test("one trip is judged as it is counted")
  func judgesAsItCounts() {
    forAll(seeds: 2000..<2040) { seed in
      var world = RandomBoard(seed: seed)
      for _ in 0..<80 { world.change() }
      for _ in 0..<5 {
        let query = world.draws.query()
        let finding = world.board.search(query, top: 40) { _ in 1 }
        var counts = BoardFunnel()
        var candidates: [BoardCandidate] = []
        for number in 0..<40 {
          let verdict = world.board.judge(DriverIndex(number), for: query) { _ in 1 }
          var passed = BoardStage.allCases.count
          switch verdict {
          case .fails(let stage): passed = stage.rawValue
          case .passes(let candidate): candidates.append(candidate)
          }
          for stage in BoardStage.allCases.prefix(passed) { counts[stage] += 1 }
        }
        guard counts == finding.counts else { return "\(counts), not \(finding.counts)" }
        guard candidates.map(\.driver) == finding.candidates.map(\.driver).sorted() else { return "others" }
      }
      return nil
    }
  }
}
