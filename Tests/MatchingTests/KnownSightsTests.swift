import Quantities
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Matching

/// Where cars were seen last, beside a look at their ways.
@Suite struct KnownSightsTests {
  @Test(arguments: BusyMarket.Ground.allCases)
  func whoIsKnownIsSeenWhereTheWaySays(_ ground: BusyMarket.Ground) {
    var known = 0
    forAll(seeds: 0..<10) { seed in
      var random = SplitMix64(seed: 17 * seed)
      let circles = (
        radius: 1000.0, spacing: random.pick([90.0, 500, 1400]), questions: Double.infinity
      )
      var market = BusyMarket(
        ground, count: 20, span: Milliseconds(600_000), &random, circles: circles)
      for _ in 0..<150 {
        market.step(Milliseconds(7_000), &random)
        let (fleet, now) = (market.fleet, market.now)
        var attempt = market.attempt(market.request(&random))
        for driver in attempt.driversOnRoute() {
          if let until = fleet.finder.nextReport(of: driver, at: now),
            fleet.inserter.sights.sight(of: driver, until: until, at: now) != nil
          {
            known += 1
          }
          let sight = fleet.sight(of: driver, at: now)
          let report = fleet.itineraries[driver].track.report(
            at: now, spacing: market.terms.spacing, geometry: fleet.geometry)
          let start = fleet.start(of: driver, at: now, after: report)
          guard sight.reported == report.position, sight.start.firstLeg == start.firstLeg,
            sight.start.diversion.place == start.diversion.place,
            sight.start.diversion.time == start.diversion.time,
            sight.start.diversion.odometer == start.diversion.odometer,
            sight.start.diversion.index == start.diversion.index
          else { return "\(sight) of driver \(driver) at \(now), not \(report.position), \(start)" }
        }
      }
      return nil
    }
    // Off networks only routes with stops have a schedule, and few of them.
    #expect(ground != .city || known > 100, "\(known) known")
  }
}
