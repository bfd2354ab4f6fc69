import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Passengers who walk: every decision compared with that of every pair of meeting points and stops by hand.
@Suite struct WalkingTests {
  /// The world of `seed` on `ground`, in which passengers walk to a few points around each end.
  private static func world(_ ground: Ground, spacing: Metres, seed: UInt64) -> World {
    var world = World(ground, spacing: spacing, seed: 900 + seed)
    var random = SplitMix64(seed: seed)
    world.terms.walking.reach = min(world.terms.radius, random.pick([260, 330]))
    world.terms.walking.grid = world.terms.walking.reach * random.pick([0.6, 0.9])
    world.terms.walking.speed = random.pick([1.3, 5, 40])
    return world
  }

  @Test(arguments: Ground.allCases, [0.0, 250])
  func everyDecisionOfTheCirclesIsTheOneOfBruteForce(_ ground: Ground, _ spacing: Metres) throws {
    var tally = TwoCirclesTests.Tally()
    var walks = 0
    forAll(seeds: 0..<(isFullValidation ? 60 : 3)) { seed in
      let world = Self.world(ground, spacing: spacing, seed: seed)
      let fault = try TwoCirclesTests.fault(in: world, &tally)
      walks += try world.records(TwoCircles()).meetings?.count { $0.walk > .zero } ?? 0
      return fault
    }
    #expect(tally.attempts > 100 && tally.chosen > 15 && tally.withStopsAhead > 5, "\(tally)")
    #expect(walks > 10, "\(walks) walks")
  }

  @Test(arguments: [Ground.city, .roads, .deadEnds])
  func everyDecisionIsTheOneOfBruteForceWhenTimesChange(_ ground: Ground) throws {
    var tally = TwoCirclesTests.Tally()
    forAll(seeds: 0..<(isFullValidation ? 60 : 3)) { seed in
      var world = Self.world(ground, spacing: 0, seed: seed)
      world.passRushHour(seed: seed)
      return try TwoCirclesTests.fault(in: world, &tally)
    }
    #expect(tally.attempts > 100 && tally.chosen > 15, "\(tally)")
  }

  @Test(arguments: Ground.allCases, Objective.allCases)
  func everyDecisionOfTheExactMatcherIsTheOneOfBruteForce(_ ground: Ground, _ objective: Objective) throws {
    var tally = InsertionWitness.Tally()
    forAll(seeds: 0..<(isFullValidation ? 60 : 3)) { seed in
      var world = Self.world(ground, spacing: 40, seed: seed)
      world.terms.insertion.objective = objective
      world.terms.insertion.usesRadius = seed % 3 == 2
      return try InsertionTests.run(world, &tally).fault
    }
    #expect(tally.attempts > 100 && tally.chosen > 30 && tally.several > 15, "\(tally)")
    // Few stops fit between others without delay.
    #expect(tally.withStopsAhead > (objective == .earliestArrival ? 2 : 10), "\(tally)")
    #expect(tally.boundedOut > 50, "\(tally)")
  }

  /// Where nobody walks far, a walk of nothing is today's rule.
  @Test func noPointInReachIsNoWalking() throws {
    for policy in PolicyName.allCases where !policy.gathers {
      var world = World(.city, spacing: 40, seed: 7)
      let plain = try world.records(policy.policy)
      world.terms.walking.reach = 1
      let walking = try world.records(policy.policy)
      #expect(walking.meetings?.allSatisfy { $0.walk == .zero } == true)
      #expect(plain.attempts.map(\.driver) == walking.attempts.map(\.driver), "\(policy)")
      #expect(plain.attempts.map(\.cost) == walking.attempts.map(\.cost))
      #expect(plain.requests.map(\.dropoff) == walking.requests.map(\.dropoff))
      #expect(plain.meetings == nil)
    }
  }
}
