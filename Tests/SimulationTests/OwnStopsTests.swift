import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Parties with stops of their own: boarding and alighting that take longer or shorter than all stops, and drop-offs that open at a
/// time. Every decision is compared with brute force.
struct OwnStopsTests {
  @Test(arguments: Ground.allCases, Objective.allCases)
  func `every decision of the exact matcher is that of brute force`(
    _ ground: Ground, _ objective: Objective
  ) throws {
    var tally = InsertionWitness.Tally()
    var held = 0
    forAll(seeds: 0..<(isFullValidation ? 150 : 10)) { seed in
      var world = World(ground, spacing: 40, seed: 300 + seed)
      world.terms.insertion.objective = objective
      if seed % 2 == 0 { world.letCarsWait(share: 0.7, seed: seed) }
      world.letStopsDiffer(seed: seed)
      let (records, fault) = try InsertionTests.run(world, &tally)
      held += Self.held(in: records, world)
      return fault ?? Self.fault(in: records, world)
    }
    #expect(tally.attempts > 300 && tally.chosen > 150 && tally.several > 75, "\(tally)")
    #expect(held > 10, "\(held) waited on board")
  }

  @Test(arguments: Ground.allCases, [0.0, 250])
  func `every decision of the two circles is that of brute force`(_ ground: Ground, _ spacing: Metres) throws
  {
    var tally = TwoCirclesTests.Tally()
    forAll(seeds: 0..<(isFullValidation ? 150 : 8)) { seed in
      var world = World(ground, spacing: spacing, seed: 350 + seed)
      world.letStopsDiffer(seed: seed)
      return try TwoCirclesTests.fault(in: world, &tally)
    }
    #expect(tally.attempts > 300 && tally.chosen > 60 && tally.withStopsAhead > 10, "\(tally)")
  }

  /// How many waited on board for their drop-off to open.
  private static func held(in records: RunRecords, _ world: World) -> Int {
    records.stops.count {
      $0.kind == .dropoff && $0.arrive < world.requests[Int($0.request)].earliestDropoff
    }
  }

  /// The first stop that is shorter or longer than its party's, or at which somebody alights too early.
  private static func fault(in records: RunRecords, _ world: World) -> String? {
    for stop in records.stops where stop.kind == .pickup || stop.kind == .dropoff {
      let request = world.requests[Int(stop.request)]
      let isPickup = stop.kind == .pickup
      let opens = isPickup ? request.earliestPickup : request.earliestDropoff
      let spent = (isPickup ? request.boarding : request.alighting) ?? world.terms.stopDuration
      if stop.leave != max(stop.arrive, opens) + spent { return "\(stop) of \(request)" }
      let dropoff = records.requests[Int(stop.request)].dropoff
      if !isPickup, dropoff != max(stop.arrive, opens) { return "\(request.id) alights at another time" }
    }
    return nil
  }

  @Test
  func `a car waits with its passenger on board until the drop-off opens`() throws {
    var story = Story.exact()
    story.terms.stopDuration = Milliseconds(30_000)
    story.car(at: 0)
    story.request(from: 1000, to: 2000) { request in
      request.boarding = Milliseconds(60_000)
      request.alighting = .zero
      request.earliestDropoff = Milliseconds(500_000)
    }
    // On board from 160 s, at the drop-off at 260 s; the next pickup is left for when the first drop-off is over.
    story.request(from: 2000, to: 3000, at: 270)
    let records = try story.records()
    #expect(records.requests.map(\.pickup) == [100_000, 500_000].map { Milliseconds($0) })
    #expect(records.requests.map(\.dropoff) == [500_000, 630_000].map { Milliseconds($0) })
  }

  @Test
  func `a ride lasts until the drop-off opens`() throws {
    func outcome(atMost ride: Int64) throws -> RequestOutcome {
      var story = Story.exact()
      story.car(at: 0)
      story.request(from: 1000, to: 2000) { request in
        request.earliestDropoff = Milliseconds(500_000)
        request.maxRide = Milliseconds(ride)
      }
      return try story.records().requests[0].outcome
    }
    #expect(try outcome(atMost: 400_000) == .served)
    #expect(try outcome(atMost: 399_999) == .unmatched)
  }
}

extension World {
  /// Gives most requests stops that take their own time, and drop-offs that open when most cars would be there already.
  mutating func letStopsDiffer(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 0x5709)
    func spell(_ random: inout SplitMix64) -> Milliseconds? {
      random.pick([nil, .zero, Milliseconds(Int64(random.whole(1...180_000)))])
    }
    for index in requests.indices {
      let request = requests[index]
      requests[index].boarding = spell(&random)
      requests[index].alighting = spell(&random)
      guard random.chance(0.5) else { continue }
      let opens =
        request.directDeparture + request.direct.duration + Milliseconds(seconds: random.uniform(0...900))
      requests[index].earliestDropoff = min(opens, request.latestDropoff)
    }
  }
}
