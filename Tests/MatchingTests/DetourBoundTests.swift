import Quantities
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Matching

/// The bound that dismisses drivers on the route, beside an evaluation of each of them.
@Suite struct DetourBoundTests {
  /// An attempt finds the candidates, the counts and the limit that an evaluation of everybody on the route does, and nobody is dismissed
  /// who fits, or of whom less driving would be enough.
  @Test(arguments: [false, true])
  func whoIsDismissedIsNoCandidate(_ isFlexible: Bool) {
    var (dismissed, unseen, evaluated, settled) = (0, 0, 0, 0)
    forAll(seeds: 0..<40) { seed in
      var random = SplitMix64(seed: 23 * seed + (isFlexible ? 1 : 0))
      var market = BusyMarket(
        .city, count: 40, span: Milliseconds(600_000), &random,
        circles: (radius: 600, spacing: random.pick([90.0, 500]), questions: .infinity),
        isFlexible: isFlexible)
      // As if so many had been looked at that landmarks pay.
      market.fleet.inserter.looks = 1 << 40
      for step in 0..<300 {
        market.step(Milliseconds(7_000), &random)
        // Whoever is looked at at each step is always seen where the car is now.
        guard step % 3 == 0 else { continue }
        let fleet = market.fleet
        let request = market.request(&random)
        var (attempt, expected) = (market.attempt(request), market.attempt(request))
        var seenLast: [DriverIndex: Start] = [:]
        for driver in fleet.active {
          guard let start = fleet.inserter.sights.lastStart(of: driver),
            fleet.itineraries[driver].goesOnAlongLeg(from: start.diversion)
          else { continue }
          seenLast[driver] = start
        }
        let candidates = attempt.candidates()
        var fits: Int32 = 0
        var (left, nearest) = ([Candidate](), (limit: Limit?.none, miss: Milliseconds.never))
        let bound =
          fleet.inserter.boundsDetours ? fleet.detourBound(expected.inquiry, in: fleet.spaces.base) : nil
        for driver in expected.driversOnRoute() {
          guard fleet.hasRoom(for: request, in: driver), fleet.agree(expected.inquiry, driver) else {
            continue
          }
          fits += 1
          let sight = fleet.sight(of: driver, at: market.now)
          let result = fleet.inserter.evaluate(expected.inquiry, into: driver, from: sight.start, in: fleet)
          let least = bound?.leastAddedDriving(
            to: fleet.itineraries[driver], of: fleet.drivers[driver], from: sight.start)
          if let before = seenLast[driver], let bound {
            let former = bound.leastAddedDriving(
              to: fleet.itineraries[driver], of: fleet.drivers[driver], from: before)
            unseen += former != nil && before.diversion.index != sight.start.diversion.index ? 1 : 0
            guard result.best == nil || former == nil,
              result.nearestMiss == .never || former ?? 0 <= Double(result.nearestMiss.rawValue)
            else { return "driver \(driver), as seen last, adds \(former ?? 0) at least, and then \(result)" }
          }
          if let least {
            dismissed += 1
            guard result.best == nil,
              result.nearestMiss == .never || least <= Double(result.nearestMiss.rawValue)
            else { return "driver \(driver) adds \(least) at least, and then \(result)" }
          } else {
            evaluated += 1
          }
          if let candidate = Candidate(driver, reported: sight.reported, result, in: fleet) {
            left.append(candidate)
          } else if nearest.limit == nil || result.nearestMiss < nearest.miss {
            nearest = (result.bindingLimit, result.nearestMiss)
            settled += least == nil ? 0 : 1
          }
        }
        guard candidates == left, attempt.funnel[.limits] == Int32(left.count),
          attempt.funnel[.preferences] == fits
        else {
          return "\(candidates), not \(left)"
        }
        let limit = left.isEmpty ? nearest.limit : nil
        guard attempt.bindingLimit == limit else {
          return "\(String(describing: attempt.bindingLimit)) binds, not \(String(describing: limit))"
        }
      }
      return nil
    }
    #expect(
      dismissed > 1_000 && unseen > 100 && evaluated > 1_000 && settled > 100,
      "\(dismissed), \(unseen), \(evaluated), \(settled)")
  }
}
