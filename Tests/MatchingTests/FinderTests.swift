import Quantities
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Matching

/// Whom the index of reports finds, beside a look at every driver.
@Suite struct FinderTests {
  /// Entries that stand from report to report, that move for a while, and that move for long: whatever how many questions
  /// come lets the index choose.
  @Test(arguments: BusyMarket.Ground.allCases, [Double.infinity, 0.05, 1e-6])
  func theIndexFindsWhomALookAtAllFinds(_ ground: BusyMarket.Ground, _ questions: Double) {
    var (found, passing) = (0, 0)
    forAll(seeds: 0..<12) { seed in
      var random = SplitMix64(seed: 31 * seed)
      let circles = (
        radius: random.uniform(200...1500), spacing: random.pick([0.0, 90, 500, 500, 1400]),
        questions: questions
      )
      var market = BusyMarket(
        ground, count: 25, span: Milliseconds(900_000), &random, circles: circles)
      for _ in 0..<110 {
        market.step(Milliseconds(25_000), &random)
        var attempt = market.attempt(market.request(&random))
        let drivers = attempt.driversOnRoute()
        let (inRadius, onRoute) = lookAtAll(market, attempt)
        found += inRadius
        passing += onRoute.count
        if attempt.funnel[.radius] != Int32(inRadius) {
          return "\(attempt.funnel[.radius]) drivers in the radius, not \(inRadius), at \(market.now)"
        }
        if drivers != onRoute { return "\(drivers) on route, not \(onRoute), at \(market.now)" }
      }
      return nil
    }
    #expect(found > 200, "\(found) found")
    #expect(passing > 20 && passing < found, "\(passing) of \(found) on route")
  }

  /// The rule as it is said.
  private func lookAtAll(
    _ market: BusyMarket, _ attempt: Attempt
  ) -> (inRadius: Int, onRoute: [DriverIndex]) {
    let fleet = market.fleet
    var (inRadius, onRoute) = (0, [DriverIndex]())
    for driver in fleet.active.sorted() where fleet.isAvailable(driver) {
      // Who was announced after the arrival is not there.
      guard fleet.itineraries[driver].arrival > market.now else { continue }
      let report = fleet.report(of: driver, at: market.now)
      let metres = fleet.geometry.distance(report.position, attempt.request.origin.position)
      guard metres <= market.terms.radius else { continue }
      inRadius += 1
      let toRoute = fleet.itineraries[driver].track.distance(
        from: attempt.request.destination.position, after: report, spacing: market.terms.spacing,
        geometry: fleet.geometry)
      if toRoute <= market.terms.radius { onRoute.append(driver) }
    }
    return (inRadius, onRoute)
  }
}
