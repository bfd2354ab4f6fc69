import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Cars that wait: every decision compared with brute force, and stories on a line where cars drive 10 m/s.
@Suite struct WaitingTests {
  @Test(arguments: Ground.allCases, Objective.allCases)
  func everyDecisionOfTheExactMatcherIsTheOneOfBruteForce(_ ground: Ground, _ objective: Objective) throws {
    var tally = InsertionWitness.Tally()
    forAll(seeds: 0..<(isFullValidation ? 150 : 14)) { seed in
      var world = World(ground, spacing: 40, seed: 900 + seed)
      world.letCarsWait(share: seed % 2 == 0 ? 1 : 0.5, seed: seed)
      world.terms.insertion.objective = objective
      world.terms.insertion.usesRadius = seed % 4 == 3
      let (records, fault) = try InsertionTests.run(world, &tally)
      return fault ?? Self.faultOfDriving(records, world)
    }
    #expect(tally.attempts > 400 && tally.chosen > 200 && tally.several > 100, "\(tally)")
    let isBusy = tally.withStopsAhead > 40 && tally.onBoard > 20
    #expect((isBusy || objective == .earliestArrival) && tally.boundedOut > 200, "\(tally)")
  }

  @Test(arguments: Ground.allCases, [0.0, 40, 250])
  func everyDecisionOfTheTwoCirclesIsTheOneOfBruteForce(_ ground: Ground, _ spacing: Metres) throws {
    var tally = TwoCirclesTests.Tally()
    forAll(seeds: 0..<(isFullValidation ? 150 : 14)) { seed in
      var world = World(ground, spacing: spacing, seed: 700 + seed)
      world.letCarsWait(share: seed % 2 == 0 ? 1 : 0.5, seed: seed)
      return try TwoCirclesTests.fault(in: world, &tally)
    }
    #expect(tally.attempts > 300 && tally.chosen > 100 && tally.withStopsAhead > 30, "\(tally)")
  }

  /// A car that waits drives from stop to stop, and stands in between: what it drives is at most the time between its stops, and
  /// just what the metres take in open space.
  private static func faultOfDriving(_ records: RunRecords, _ world: World) -> String? {
    guard let space = world.space as? OpenSpace else { return nil }
    for driver in world.drivers.places where world.drivers[driver].waits {
      let record = records.drivers[driver]
      guard record.outcome == .arrived else { return "driver \(driver) never ended" }
      let expected = record.drivenMetres / space.speed
      // Each leg is rounded to the millisecond, and a plan may have changed on each.
      if abs(record.driving.seconds - expected) > 0.05 {
        return "driver \(driver) drove \(record.driving), and \(expected) s by its metres"
      }
    }
    return nil
  }

  // MARK: - Stories

  @Test func aCarStandsUntilItIsAskedAndThenWhereItsLastPassengerGotOff() throws {
    var story = Story.exact()
    story.car(at: 1000)
    story.request(from: 2000, to: 5000, at: 100)
    story.request(from: 4500, to: 4000, at: 1000)
    let records = try story.records()
    #expect(
      records.lines == [
        "0 driver_announced d0", "0 driver_departed d0", "100 request_submitted r0", "100 attempt d0 r0",
        "100 accepted d0 r0", "200 pickup d0 r0", "500 dropoff d0 r0", "1000 request_submitted r1",
        "1000 attempt d0 r1", "1000 accepted d0 r1", "1050 pickup d0 r1", "1100 dropoff d0 r1",
        "1100 driver_arrived d0",
      ], "\(records.lines)")
    #expect(records.drivers[0].drivenMetres == 5000 && records.drivers[0].driving == Milliseconds(500_000))
    #expect(records.attempts.map(\.detour) == [Milliseconds(400_000), Milliseconds(100_000)])
    #expect(records.attempts.map(\.detourMetres) == [4000, 1000])
  }

  @Test func aCarTakesNobodyWhomItWouldNotDropOffBeforeItsEnd() throws {
    var story = Story.exact()
    story.terms.stopDuration = Milliseconds(10_000)
    story.car(at: 0, until: 420)
    story.request(from: 1000, to: 4000, at: 0)
    story.request(from: 4000, to: 4100, at: 420)
    var records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .unmatched])
    #expect(records.drivers[0].arrive == Milliseconds(420_000))
    story.drivers[0].latestArrival = Milliseconds(419_999)
    records = try story.records()
    #expect(records.requests.map(\.outcome) == [.unmatched, .unmatched])
    #expect(records.attempts[0].cause == .limits)
  }

  @Test func nobodyWhoWasAcceptedIsDelayedForAnEarlierArrival() throws {
    // The nearer car would be there first, but for its passenger; whom it picks up on the way it takes along.
    var story = Story.exact(.earliestArrival)
    story.car(at: 0)
    story.car(at: -3000)
    story.request(from: 0, to: 5000, at: 0)
    story.request(from: -100, to: -1000, at: 100)
    story.request(from: 2000, to: 3000, at: 150)
    let records = try story.records()
    #expect(records.requests.map { $0.match?.driver } == [0, 1, 0])
    #expect(records.requests.map(\.dropoff) == [500_000, 480_000, 300_000].map { Milliseconds($0) })
  }

  @Test func aCarWhosePassengerIsGoneStandsWhereItIs() throws {
    var story = Story.exact()
    story.rules.requesterCancelProbability = 1
    story.car(at: 0, until: 2000)
    story.request(from: 5000, to: 9000, at: 0)
    let records = try story.records()
    let cancelled = try #require(records.cancellations?.first?.time)
    #expect(records.drivers[0].driving == cancelled)
    #expect(abs(records.drivers[0].drivenMetres - 10 * cancelled.seconds) < 0.01)
    #expect(records.drivers[0].arrive == Milliseconds(2_000_000))
  }
}

extension Story {
  /// Adds a car that waits at `x` from the start.
  mutating func car(at x: Metres, until end: Double? = nil) {
    drivers.append(
      Driver(
        id: Int64(drivers.count), waitingAt: place(x), depart: .zero,
        end: end.map { Milliseconds(seconds: $0) } ?? .never))
  }
}

extension World {
  /// Takes their trips from a `share` of the drivers: their cars wait, some of them until an end.
  mutating func letCarsWait(share: Double, seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 4242)
    for index in drivers.indices where random.chance(share) {
      let driver = drivers[index]
      let end = driver.depart + Milliseconds(seconds: random.uniform(300...2500))
      drivers[index] = Driver(
        id: driver.id, waitingAt: driver.origin, depart: driver.depart,
        end: random.chance(0.4) ? end : .never,
        seats: driver.seats, luggageRoom: driver.luggageRoom)
      drivers[index].announce = driver.announce
      drivers[index].person = driver.person
      drivers[index].wishes = driver.wishes
    }
  }
}
