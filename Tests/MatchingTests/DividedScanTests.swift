import Quantities
import Statistics
import TestSupport
import Testing
import Travellers

@testable import Matching

/// Searches over all drivers that are divided among threads, beside the same searches on one.
@Suite struct DividedScanTests {
  @Test(arguments: BusyMarket.Ground.allCases, [2, 4, 8])
  func `a divided search chooses and counts like an undivided one`(
    _ ground: BusyMarket.Ground, _ threads: Int
  ) {
    Self.compare(ground, threads, seeds: 0..<(isFullValidation ? 20 : 1), walks: false)
  }

  @Test(arguments: BusyMarket.Ground.allCases)
  func `so it does where passengers walk`(_ ground: BusyMarket.Ground) {
    Self.compare(ground, 3, seeds: 0..<(isFullValidation ? 10 : 1), walks: true)
  }

  /// Every slice of such a day has a table and sweeps of its own.
  @Test func `so it does on a day with a rush hour`() {
    Self.compare(.city, 2, seeds: 0..<(isFullValidation ? 20 : 4), walks: false, rushHour: true)
  }

  /// A day on one thread, and the same day on several.
  private static func compare(
    _ ground: BusyMarket.Ground, _ threads: Int, seeds: Range<UInt64>, walks: Bool, rushHour: Bool = false
  ) {
    var mostSwept = 0
    forAll(seeds: seeds) { seed in
      var random = [SplitMix64(seed: seed), SplitMix64(seed: seed)]
      // Enough drivers for sweeps in the city.
      var markets = random.indices.map {
        BusyMarket(
          ground, count: rushHour ? 2400 : 900, span: Milliseconds(600_000), &random[$0], walks: walks,
          rushHour: rushHour)
      }
      for number in markets.indices { markets[number].announceAll() }
      markets[1].fleet.divideSearches(among: threads, from: 1)
      var chosen = 0
      for step in 0..<60 {
        var answers: [String] = []
        for number in markets.indices {
          markets[number].step(Milliseconds(2000), &random[number])
          let request = markets[number].request(&random[number])
          // Half of what is expected comes.
          markets[number].fleet.expect(request)
          if step % 2 == 0 { markets[number].fleet.expect(markets[number].request(&random[number])) }
          var attempt = markets[number].attempt(request)
          let choice = BestInsertion().choose(for: &attempt)
          if choice != nil { chosen += 1 }
          if step % 12 == 0, !walks {
            let best = markets[number].values(request).min { ($0.value, $0.driver) < ($1.value, $1.driver) }
            guard choice?.driver == best?.driver else {
              return "step \(step): \(choice as Any) instead of \(best as Any)"
            }
          }
          answers.append("\(choice as Any), \(attempt.funnel)")
        }
        guard answers[0] == answers[1] else { return "step \(step): \(answers[1]) instead of \(answers[0])" }
      }
      mostSwept = max(mostSwept, markets[0].fleet.inserter.bounds.slices.count { $0.legs.sweep != nil })
      return chosen > 0 ? nil : "nobody was ever chosen"
    }
    #expect(!rushHour || mostSwept == 2)
  }
}
