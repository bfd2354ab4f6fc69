import Hindsight
import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Pairs that bind as late as they can, against what is known of whole days.
struct ProvisionalTests {
  @Test(arguments: Ground.allCases)
  func
    `announced before the first departure, one for each driver, as many as with perfect information are served`(
      _ ground: Ground
    ) throws
  {
    var (served, several) = (0, 0)
    for seed in 0..<12 as Range<UInt64> {
      let world = World.announced(ground, seed: seed)
      let records = try world.records(Batch())
      let best = Hindsight(
        drivers: world.drivers, requests: world.requests, counting: { _ in true },
        spaces: DailySpaces(world.space), terms: world.terms)
      let count = records.requests.count { $0.outcome == .served }
      #expect(count == best.oneEach && count == best.announced?.served, "seed \(seed)")
      served += count
      several += records.provisional?.count { $0.fate == .replaced } ?? 0
      #expect(Self.fault(in: records, world) == nil, "seed \(seed)")
    }
    #expect(served > 40, "\(served), \(several)")
  }

  @Test(arguments: Ground.allCases, [BatchObjective.matches, .cost, .savedKilometres])
  func `what happens as it is announced breaks no rule`(_ ground: Ground, _ objective: BatchObjective) throws
  {
    var (final, parted) = (0, 0)
    for seed in 20..<26 as Range<UInt64> {
      var world = World(ground, spacing: 250, seed: seed)
      world.loosen(seed: seed)
      world.terms.radius = 5_000
      world.terms.batch.window = Milliseconds(20_000)
      world.terms.batch.commit = .latest
      world.terms.batch.objective = objective
      world.terms.batch.notice = Milliseconds(seed % 2 == 0 ? 0 : 60_000)
      world.terms.batch.riders = seed % 3 == 0 ? .several : .one
      world.rules.providerCancelProbability = seed % 2 == 0 ? 0 : world.rules.providerCancelProbability
      let records = try world.records(seed % 4 == 0 ? Stable() : Batch())
      try Self.expectBound(by: world, records, "seed \(seed)")
      #expect(Self.fault(in: records, world) == nil, "seed \(seed)")
      final += records.provisional?.count { $0.fate == .final } ?? 0
      parted += records.provisional?.count { [.replaced, .dissolved].contains($0.fate) } ?? 0
    }
    #expect(final > 20 && parted > 5, "\(final) \(parted)")
  }

  /// Whoever knows only what is announced serves no more than the pairs that are possible then, and saves no more, if a driver takes one
  /// request and nobody cancels.
  private static func expectBound(by world: World, _ records: RunRecords, _ words: String) throws {
    guard world.terms.batch.riders == .one, world.rules.providerCancelProbability == 0 else { return }
    let best = Hindsight(
      drivers: world.drivers, requests: world.requests, counting: { _ in true },
      spaces: DailySpaces(world.space), terms: world.terms)
    let announced = try #require(best.announced)
    #expect(announced.served <= best.oneEach, "\(words)")
    let served = records.requests.indices.filter { records.requests[$0].outcome == .served }
    #expect(served.count <= announced.served, "\(words)")
    let direct = served.reduce(0) { $0 + world.requests[$1].direct.metres }
    let added = served.compactMap { records.requests[$0].match?.driver }.reduce(0) { sum, driver in
      sum + records.drivers[Int(driver)].drivenMetres - world.drivers[Int(driver)].solo.metres
    }
    #expect(direct - added <= announced.savedMetres + Double(served.count), "\(words)")
  }

  /// What `records` say that must not happen; nil where nothing does.
  static func fault(in records: RunRecords, _ world: World) -> String? {
    let pairs = records.provisional ?? []
    let asked = records.attempts.filter { $0.driver != .none && !world.requests[Int($0.request)].isProbe }
    let final = pairs.filter { $0.fate == .final }
    guard final.count == asked.count else { return "\(final.count) final pairs, \(asked.count) asked" }
    for pair in final {
      guard
        asked.contains(where: {
          $0.request == pair.request && $0.driver == pair.driver && $0.time == pair.until
        })
      else { return "nobody was asked for \(pair)" }
    }
    // Nobody is in two pairs at once.
    for (number, pair) in pairs.enumerated() {
      for other in pairs[..<number] where other.from < pair.until && pair.from < other.until {
        if other.request == pair.request || other.driver == pair.driver { return "\(other) beside \(pair)" }
      }
    }
    if world.terms.batch.riders == .one {
      let drivers = records.requests.compactMap(\.match?.driver)
      if Set(drivers).count < drivers.count { return "a driver has two passengers" }
    }
    return records.lateness
  }

  @Test
  func `a passenger is paired until the driver has to leave, and with a better one meanwhile`() throws {
    var story = Story()
    story.policy = Batch()
    story.terms.batch.window = Milliseconds(60_000)
    story.terms.batch.commit = .latest
    story.terms.batch.riders = .one
    story.terms.weights.timeToPickup = 0
    story.rules.answerDelay = .zero
    // Both pass the passenger, the second without a detour.
    let space = story.space
    for (origin, announce) in [(-100.0, 0.0), (0, 100)] {
      story.driver(from: origin, depart: 300, announce: announce) { driver in
        driver.origin = Place(position: Position(x: 0, y: origin))
        driver.solo = space.travel(from: driver.origin, to: driver.destination)!
        driver.latestArrival = Milliseconds(seconds: 1_600)
        driver.flexibility = driver.latestArrival - driver.depart - driver.solo.duration
      }
    }
    story.request(from: 100, to: 1_100, at: 10) { request in
      request.lead = Milliseconds(seconds: 290)
      request.earliestPickup = Milliseconds(seconds: 300)
      request.latestDropoff = Milliseconds(seconds: 700)
    }
    let records = try story.records()
    // The second driver leaves at 590 s at the latest, so that the window that ends at 540 s is the last.
    #expect(
      records.lines.filter { $0.contains(" r0") } == [
        "10 request_submitted r0", "60 paired d0 r0", "120 parted d0 r0", "120 paired d1 r0",
        "540 attempt d1 r0",
        "540 accepted d1 r0", "600 pickup d1 r0", "700 dropoff d1 r0",
      ])
    #expect(records.provisional?.map(\.fate) == [.replaced, .final])
    #expect(records.provisional?.map(\.windows) == [1, 8])
  }
}

extension World {
  /// The world of `seed`, where everybody is announced before the first driver may leave, and no circle binds.
  static func announced(_ ground: Ground, seed: UInt64) -> World {
    // Where cars are is known at each moment: else a window may pair somebody with a car that has just passed.
    var world = World(ground, spacing: 0, seed: seed)
    world.terms.radius = 1e7
    world.terms.batch.window = Milliseconds(30_000)
    world.terms.batch.commit = .latest
    world.terms.batch.riders = .one
    world.terms.maxWait = .never
    world.rules.declineProbability = 0
    world.rules.providerCancelProbability = 0
    world.rules.answerDelay = .zero
    var random = SplitMix64(seed: seed &+ 0xA40)
    for place in world.drivers.indices {
      let flexibility = Milliseconds(seconds: random.uniform(30...600))
      world.drivers[place].announce = .zero
      world.drivers[place].depart += Milliseconds(60_000)
      world.drivers[place].flexibility = flexibility
      world.drivers[place].latestArrival =
        world.drivers[place].depart + world.drivers[place].solo.duration + flexibility
      world.drivers[place].leavesLate = random.chance(0.7)
    }
    for place in world.requests.indices {
      let leaving = world.requests[place].submit + Milliseconds(60_000)
      world.requests[place].submit = .zero
      world.requests[place].lead = leaving
      world.requests[place].earliestPickup = leaving
      world.requests[place].latestPickup = .never
      world.requests[place].latestDropoff =
        leaving + world.requests[place].direct.duration + Milliseconds(seconds: random.uniform(60...900))
      world.requests[place].patience = .never
    }
    return world
  }
}
