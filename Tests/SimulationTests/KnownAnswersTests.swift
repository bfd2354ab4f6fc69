import Foundation
import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import Statistics
import TestSupport
import Testing
import Travellers

/// The simulator against what is known without it. Worlds are independent, so their means are; `z` counts
/// standard errors.
@Suite struct KnownAnswersTests {
  static let worlds: UInt64 = isFullValidation ? 300 : 30
  static let probes = 400

  @Test(arguments: [
    (3, Double.infinity, 0.110042), (3, 20, 0.098424), (6, .infinity, 0.053495), (6, 20, 0.039678),
    (10, .infinity, 0.031925), (10, 20, 0.017263),
  ])
  func theIntegralIsTheOneOfTheTable(_ distance: Double, _ length: Double, _ answer: Double) {
    let passing = TwoCirclesInTheory.passing(distance: distance, length: length, steps: 400)
    #expect(abs(passing - answer) < 2e-6)
  }

  /// Neither circle is empty by chance more or less often than a Poisson process says.
  @Test func driversInTheCirclesArePoisson() throws {
    let market = TorusMarket()
    var (noneNear, near, onRoute, hit, agreeing, agreed) = (
      BatchMeans(), BatchMeans(), BatchMeans(), BatchMeans(), BatchMeans(), BatchMeans()
    )
    for seed in 0..<Self.worlds {
      let funnels = try market.run(seed: seed, probes: Self.probes).attempts.map(\.funnel)
      noneNear.add(funnels.map { $0[.radius] == 0 })
      near.add(funnels.map { Double($0[.radius]) })
      onRoute.add(funnels.map { Double($0[.route]) })
      hit.add(funnels.map { $0[.route] > 0 })
      agreeing.add(funnels.map { Double($0[.preferences]) })
      agreed.add(funnels.map { $0[.preferences] > 0 })
    }
    let expected = market.density * .pi
    let candidates =
      expected * TwoCirclesInTheory.passing(distance: 3, length: market.length / 1000, steps: 200)
    #expect(abs(noneNear.z(exp(-expected))) < 3.5)
    #expect(abs(near.z(expected)) < 3.5)
    #expect(abs(onRoute.z(candidates)) < 3.5)
    #expect(abs(hit.z(1 - exp(-candidates))) < 3.5)
    // Required wishes thin the candidates.
    #expect(abs(agreeing.z(market.smokers * candidates)) < 3.5)
    #expect(abs(agreed.z(1 - exp(-market.smokers * candidates))) < 3.5)
  }

  /// Reports at route points are as dense as cars.
  @Test func reportedPositionsAreAsDenseAsCars() throws {
    var market = TorusMarket()
    market.spacing = 700
    var (noneNear, near) = (BatchMeans(), BatchMeans())
    for seed in 0..<Self.worlds {
      let funnels = try market.run(seed: 1000 + seed, probes: Self.probes).attempts.map(\.funnel)
      noneNear.add(funnels.map { $0[.radius] == 0 })
      near.add(funnels.map { Double($0[.radius]) })
    }
    #expect(abs(noneNear.z(exp(-market.density * .pi))) < 3.5)
    #expect(abs(near.z(market.density * .pi)) < 3.5)
  }

  @Test func theNearestDriverIsAsFarAsAPoissonProcessSays() throws {
    let market = TorusMarket()
    var (distance, squared) = (BatchMeans(), BatchMeans())
    for seed in 0..<Self.worlds {
      let ruler = Ruler()
      _ = try market.run(seed: 2000 + seed, probes: 60, policy: ruler)
      distance.add(ruler.kilometres)
      squared.add(ruler.kilometres.map { $0 * $0 })
    }
    let mean = 1 / (2 * market.density.squareRoot())
    let variance = (4 - Double.pi) / (4 * .pi * market.density)
    #expect(abs(distance.z(mean)) < 3.5)
    #expect(abs(squared.z(variance + mean * mean)) < 3.5)
  }

  @Test func aFixedNumberOfDriversIsBinomial() throws {
    let market = TorusMarket(side: 9000)
    let count = 40
    var noneNear = BatchMeans()
    for seed in 0..<Self.worlds {
      var random = SplitMix64(seed: 3000 + seed)
      let drivers = (0..<count).map { id in
        let (origin, destination) = (market.point(&random), market.point(&random))
        return Driver(
          id: Int64(id), origin: origin, destination: destination, depart: Milliseconds(200_000),
          announce: .zero, solo: market.space.travel(from: origin, to: destination)!)
      }
      let probes = (0..<Self.probes).map { market.probe(Int64($0), at: 1 + random.uniform() * 60, &random) }
      let records = try market.run(drivers, probes, policy: TwoCircles())
      noneNear.add(records.attempts.map { $0.funnel[.radius] == 0 })
    }
    #expect(abs(noneNear.z(pow(1 - .pi / 81, Double(count)))) < 3.5)
  }

  /// A candidate's detour is at most 4 r, and 4 r + 2 d from where the car truly is; a larger limit changes
  /// nothing.
  @Test(arguments: [0.0, 500])
  func noCandidatesDetourExceedsFourRadii(_ spacing: Metres) throws {
    var market = TorusMarket()
    market.spacing = spacing
    market.smokers = 1
    // Rounding of travel times aside.
    let atDecision = Milliseconds(seconds: 4 * TorusMarket.radius / TorusMarket.speed) + Milliseconds(3)
    let atAcceptance = atDecision + Milliseconds(seconds: 2 * spacing / TorusMarket.speed)
    var longest = Milliseconds.zero
    for seed in 0..<(Self.worlds / 5) {
      var random = SplitMix64(seed: 4000 + seed)
      let drivers = market.drivers(until: 660, &random)
      let probes = (0..<Self.probes).map { market.probe(Int64($0), at: 600 + random.uniform() * 60, &random) }
      let records = try market.run(drivers, probes, policy: LongestDetour())
      longest = max(longest, records.attempts.map(\.detour).max() ?? .zero)
      let limited = drivers.map { driver in
        var driver = driver
        driver.maxDetour = atDecision
        return driver
      }
      let again = try market.run(limited, probes, policy: LongestDetour())
      let isSame = again.text == records.text
      #expect(isSame)
      let few = probes.prefix(20).map { probe in
        var request = probe
        request.isProbe = false
        return request
      }
      let served = try market.run(drivers, few, policy: FirstMatchOnly())
      // While the answer is out the car drives on, and back.
      let answering = Milliseconds(seconds: 2 * 15)
      let detours = served.requests.compactMap { $0.match?.detour }
      #expect(detours.allSatisfy { $0 <= atAcceptance + answering })
    }
    #expect(longest <= atDecision && longest > Milliseconds(seconds: 200))
  }

  /// Cycles that succeed independently: σ ÷ (1 − w (1 − σ)) of the requests succeed in the end.
  @Test func relaunchesSucceedAsAGeometricSeries() throws {
    let (relaunch, decline) = (0.6, 0.7)
    var (succeeded, cycles) = (BatchMeans(), BatchMeans())
    for seed in 0..<Self.worlds {
      var story = Story()
      story.rules.random.seed = 5000 + seed
      story.rules.attempts = 1
      story.rules.maxCycles = 1000
      story.rules.relaunchProbability = relaunch
      story.rules.relaunchDelay = Milliseconds(1000)
      story.rules.declineProbability = decline
      // Everyone has a driver of their own, 5 km from the next.
      for number in 0..<100 {
        let start = 5000 * Double(number)
        story.driver(from: start, to: start + 1000, depart: 20_000, announce: 0) { $0.maxDetour = .zero }
        story.request(from: start + 100, to: start + 900, at: Double(number))
      }
      let records = try story.records()
      succeeded.add(records.requests.map { $0.outcome == .served })
      cycles.add(records.requests.map { Double($0.cycles) })
    }
    let again = 1 - relaunch * decline
    #expect(abs(succeeded.z((1 - decline) / again)) < 3.5)
    #expect(abs(cycles.z(1 / again)) < 3.5)
  }
}

/// Measures how far the nearest driver is from each pickup, kilometres.
private final class Ruler: Policy, @unchecked Sendable {
  let name = "ruler"
  private(set) var kilometres: [Double] = []

  func choose(for attempt: inout Attempt) -> Candidate? {
    let (fleet, time, pickup) = (attempt.fleet, attempt.time, attempt.request.origin.position)
    let distances = fleet.active.lazy.map { driver in
      fleet.geometry.distance(pickup, fleet.report(of: driver, at: time).position)
    }
    kilometres.append((distances.min() ?? .infinity) / 1000)
    return nil
  }
}

/// Chooses the candidate whose detour is longest.
private struct LongestDetour: Policy {
  let name = "longest_detour"

  func choose(for attempt: inout Attempt) -> Candidate? {
    attempt.candidates().max { $0.insertion.detour < $1.insertion.detour }
  }
}

/// Chooses among drivers who have nobody yet.
private struct FirstMatchOnly: Policy {
  let name = "first_match_only"

  func choose(for attempt: inout Attempt) -> Candidate? {
    let fleet = attempt.fleet
    return attempt.candidates().first { fleet.itineraries[$0.driver].stops.isEmpty }
  }
}
