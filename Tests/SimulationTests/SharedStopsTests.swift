import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Parties that share the stops of a car: every decision compared with brute force over sets of parties at places.
@Suite struct SharedStopsTests {
  @Test(arguments: Ground.allCases, Objective.allCases)
  func `every decision of the exact matcher is that of brute force`(
    _ ground: Ground, _ objective: Objective
  ) throws {
    var tally = InsertionWitness.Tally()
    var joined = 0
    forAll(seeds: 0..<(isFullValidation ? 150 : 4)) { seed in
      var world = World(ground, spacing: 40, seed: 700 + seed)
      world.terms.insertion.objective = objective
      world.terms.insertion.usesRadius = seed % 5 == 4
      if seed % 3 == 1 { world.letCarsWait(share: 0.7, seed: seed) }
      if seed % 2 == 1 { world.letStopsDiffer(seed: seed) }
      world.shareStops(seed: seed)
      let (records, fault) = try InsertionTests.run(world, &tally)
      joined += records.stops.count(where: \.isJoined)
      return fault ?? Self.fault(in: records, world)
    }
    #expect(tally.attempts > 100 && tally.chosen > 50 && tally.several > 25, "\(tally)")
    #expect(tally.withStopsAhead > 20 && tally.boundedOut > 10, "\(tally)")
    #expect(joined > 4, "\(joined) stops were shared")
  }

  @Test(arguments: Ground.allCases, [0.0, 250])
  func `every decision of the two circles is that of brute force`(_ ground: Ground, _ spacing: Metres) throws
  {
    var tally = TwoCirclesTests.Tally()
    var joined = 0
    forAll(seeds: 0..<(isFullValidation ? 150 : 3)) { seed in
      var world = World(ground, spacing: spacing, seed: 750 + seed)
      if seed % 4 == 1 { world.letCarsWait(share: 0.5, seed: seed) }
      if seed % 2 == 1 { world.letStopsDiffer(seed: seed) }
      world.shareStops(seed: seed)
      let records = try world.records(TwoCircles())
      joined += records.stops.count(where: \.isJoined)
      return try TwoCirclesTests.fault(in: world, &tally) ?? Self.fault(in: records, world)
    }
    #expect(tally.attempts > 60 && tally.chosen > 10, "\(tally)")
    #expect(joined > 2, "\(joined) stops were shared")
  }

  @Test(arguments: Ground.allCases)
  func `every decision is that of brute force where passengers walk`(_ ground: Ground) throws {
    var tally = InsertionWitness.Tally()
    var joined = 0
    forAll(seeds: 0..<(isFullValidation ? 60 : 2)) { seed in
      var world = World(ground, spacing: 40, seed: 800 + seed)
      world.terms.insertion.objective = Objective.allCases[Int(seed) % 3]
      world.terms.walking.reach = min(world.terms.radius, 260)
      world.terms.walking.grid = 200
      world.terms.walking.speed = seed % 2 == 0 ? 1.3 : 5
      if seed % 2 == 1 { world.letCarsWait(share: 0.7, seed: seed) }
      world.shareStops(seed: seed)
      let (records, fault) = try InsertionTests.run(world, &tally)
      joined += records.stops.count(where: \.isJoined)
      var circles = TwoCirclesTests.Tally()
      return try fault ?? Self.fault(in: records, world) ?? TwoCirclesTests.fault(in: world, &circles)
    }
    #expect(tally.attempts > 40 && tally.chosen > 20, "\(tally)")
    #expect(joined > 3, "\(joined) stops were shared")
  }

  @Test(arguments: [Ground.city, .roads])
  func `every decision is that of brute force when times change`(_ ground: Ground) throws {
    var tally = TwoCirclesTests.Tally()
    forAll(seeds: 0..<(isFullValidation ? 60 : 4)) { seed in
      var world = World(ground, spacing: 0, seed: 850 + seed)
      world.shareStops(seed: seed)
      world.passRushHour(seed: seed)
      return try TwoCirclesTests.fault(in: world, &tally)
    }
    #expect(tally.attempts > 60 && tally.chosen > 10, "\(tally)")
  }

  @Test(arguments: Ground.allCases)
  func `every decision is that of brute force where cars have published trips`(_ ground: Ground) throws {
    var (chosen, ridden, joined) = (0, 0, 0)
    forAll(seeds: 0..<(isFullValidation ? 60 : 6)) { seed in
      var world = World(ground, spacing: seed % 2 == 0 ? 0 : 250, seed: 1600 + seed)
      world.shareStops(seed: seed)
      world.planAhead(seed: seed)
      let circles = Witness(world)
      var all = [try world.records(circles)]
      let exact = InsertionWitness(world)
      all.append(try world.records(exact))
      for records in all {
        chosen += records.attempts.count { !$0.isPlanned && $0.driver != .none }
        ridden += records.bookings.count { $0.fate == .ridden }
        joined += records.stops.count(where: \.isJoined)
        if let fault = BoardWorldTests.faultOfTrips(records, world) { return fault }
      }
      return circles.fault ?? exact.fault
    }
    #expect(
      chosen > 10 && joined > 10,
      "\(chosen) chosen, \(ridden) ridden, \(joined) stops shared")
  }

  /// Drivers who may choose their departure, people in windows whose pairs bind late, and whatever else a policy does.
  @Test(arguments: PolicyName.allCases)
  func `no stop of a car is wrong, whatever the policy`(_ name: PolicyName) throws {
    var joined = 0
    for (number, ground) in Ground.allCases.enumerated() {
      for isLate in name.gathers ? [false, true] : [false] {
        for seed in [21, 22] as [UInt64] {
          var world = World(ground, spacing: 250, seed: seed)
          world.shareStops(seed: UInt64(number))
          world.loosen(seed: UInt64(number))
          world.terms.batch.window = Milliseconds(30_000)
          if isLate { world.terms.batch.commit = .latest }
          let records = try world.records(name.policy)
          #expect(FreeDepartureTests.fault(in: records, world) == nil)
          #expect(Self.fault(in: records, world) == nil)
          joined += records.stops.count(where: \.isJoined)
        }
      }
    }
    #expect(joined > 5, "\(joined) stops were shared")
  }

  @Test(arguments: Ground.allCases, [Objective.cost, .addedDriving])
  func `the best insertion is that of trying all plans and departures`(
    _ ground: Ground, _ objective: Objective
  ) throws {
    let witness = SharedDepartureWitness()
    for seed in 0..<(isFullValidation ? 30 : 6) as Range<UInt64> {
      var world = World(ground, spacing: 40, seed: 1700 + seed)
      world.terms.insertion.objective = objective
      world.shareStops(seed: seed)
      world.loosen(seed: seed)
      if seed % 2 == 1 { world.letStopsDiffer(seed: seed) }
      witness.world = world
      _ = try world.records(witness)
      #expect(witness.fault == nil, "seed \(seed)")
    }
    #expect(witness.feasible > 50 && witness.later > 20 && witness.withStops > 10, "\(witness.feasible)")
  }

  /// Where no two ends are at one place, nothing is shared and nothing changes.
  @Test(arguments: [Ground.plane, .globe])
  func `without common places nothing changes`(_ ground: Ground) throws {
    for policy in PolicyName.allCases where !policy.gathers {
      forAll(seeds: 0..<4) { seed in
        var world = World(ground, spacing: 40, seed: 900 + seed)
        let each = try world.records(policy.policy)
        world.terms.sharesStops = true
        let shared = try world.records(policy.policy)
        let isSame =
          each.attempts.map(\.cost) == shared.attempts.map(\.cost)
          && each.attempts.map(\.driver) == shared.attempts.map(\.driver)
          && each.requests.map(\.dropoff) == shared.requests.map(\.dropoff)
          && each.stops.map(\.leave) == shared.stops.map(\.leave)
        return isSame ? nil : "\(policy) differs"
      }
    }
  }

  /// The first stop of a car that is not what its parties make it, as a sentence.
  static func fault(in records: RunRecords, _ world: World) -> String? {
    for driver in world.drivers.indices {
      let stops = records.stops.filter { Int($0.driver) == driver }
      var seats = 0
      var parties: [StopRecord] = []
      for (stop, next) in zip(stops, stops.dropFirst().map(Optional.some) + [nil]) {
        guard stop.kind == .pickup || stop.kind == .dropoff else {
          if let next, next.arrive < stop.leave { return "driver \(driver) is at two places" }
          continue
        }
        seats += (stop.kind == .pickup ? 1 : -1) * Int(stop.partySize)
        if seats > Int(world.drivers[driver].seats) || seats != Int(stop.onBoardAfter) {
          return "driver \(driver) has \(seats) on board, \(stop)"
        }
        parties.append(stop)
        if stop.isJoined { continue }
        if let fault = fault(of: parties, world) { return "driver \(driver): \(fault)" }
        if let next, next.arrive < stop.leave { return "driver \(driver) leaves late" }
        if let next, next.position == stop.position, next.kind == .pickup || next.kind == .dropoff,
          // Whoever is accepted while a car stands boards in another stop.
          records.requests[Int(next.request)].match.map({ $0.time < stop.arrive }) ?? false
        {
          return "driver \(driver) stops twice at one place"
        }
        parties = []
      }
    }
    return nil
  }

  private static func fault(of parties: [StopRecord], _ world: World) -> String? {
    let arrive = parties[0].arrive
    let ends = parties.map { stop in
      let request = world.requests[Int(stop.request)]
      let isPickup = stop.kind == .pickup
      return max(arrive, isPickup ? request.earliestPickup : request.earliestDropoff)
        + ((isPickup ? request.boarding : request.alighting) ?? world.terms.stopDuration)
    }
    // A passenger who walks may come later.
    let walks = world.terms.walking.reach > 0
    for stop in parties {
      if stop.arrive != arrive || stop.position != parties[0].position { return "\(stop) is elsewhere" }
      if walks ? stop.leave < ends.max()! : stop.leave != ends.max() { return "\(stop) ends late or early" }
    }
    let ranks = parties.map { ($0.kind == .pickup ? 1 : 0, $0.request) }
    return zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 } ? nil : "the order is \(ranks)"
  }
}

// MARK: - Known answers

extension SharedStopsTests {
  @Test func `three parties at one door take one stop`() throws {
    for isShared in [false, true] {
      var story = Story.exact()
      story.terms.stopDuration = Milliseconds(30_000)
      story.terms.sharesStops = isShared
      story.driver { $0.seats = 3 }
      for _ in 0..<3 { story.request(from: 1000, to: 10_000) }
      let records = try story.records()
      let stops = records.stops.filter { $0.kind == .pickup }
      #expect(stops.map(\.arrive.seconds) == (isShared ? [100, 100, 100] : [100, 130, 160]))
      // One stop of half a minute, not a minute and a half.
      #expect(stops.last?.leave.seconds == (isShared ? 130 : 190))
      #expect(stops.map(\.request) == [0, 1, 2].map { RequestIndex($0) } || !isShared)
      #expect(records.drivers[0].arrive?.seconds == (isShared ? 1060 : 1180))
    }
  }

  @Test func `a stop lasts as long as its slowest party`() throws {
    var story = Story.exact()
    story.terms.stopDuration = Milliseconds(30_000)
    story.terms.sharesStops = true
    story.driver { $0.seats = 3 }
    for boarding in [20_000, 90_000, 10_000] {
      story.request(from: 1000, to: 10_000) { $0.boarding = Milliseconds(Int64(boarding)) }
    }
    let records = try story.records()
    #expect(records.stops.filter { $0.kind == .pickup }.map(\.leave.seconds) == [190, 190, 190])
  }

  @Test func `a party that may board later holds the car only as long as it must`() throws {
    var story = Story.exact()
    story.terms.stopDuration = Milliseconds(30_000)
    story.terms.sharesStops = true
    story.driver { $0.seats = 2 }
    story.request(from: 1000, to: 10_000) { $0.boarding = Milliseconds(60_000) }
    story.request(from: 1000, to: 10_000) { request in
      request.boarding = Milliseconds(5_000)
      request.earliestPickup = Milliseconds(120_000)
    }
    let stops = try story.records().stops.filter { $0.kind == .pickup }
    // The first boards from 100 to 160 s, the second from 120 to 125 s.
    #expect(stops.map(\.arrive.seconds) == [100, 100] && stops.map(\.leave.seconds) == [160, 160])
  }

  @Test func `a seat is free for who boards where another alights`() throws {
    for isShared in [false, true] {
      var story = Story.exact()
      story.terms.stopDuration = Milliseconds(30_000)
      story.terms.sharesStops = isShared
      story.driver { $0.seats = 1 }
      // The second asks first, and has the lower number.
      story.request(from: 4000, to: 8000)
      story.request(from: 1000, to: 4000, at: 1)
      let records = try story.records()
      #expect(records.requests.allSatisfy { $0.outcome == .served })
      let there = records.stops.filter { $0.position.x == 4000 }
      #expect(there.map(\.kind) == [.dropoff, .pickup])
      #expect(there.map(\.onBoardAfter) == [0, 1])
      // 400 s of driving and a stop before it.
      #expect(there.map(\.arrive.seconds) == (isShared ? [430, 430] : [430, 460]))
      #expect(there.last?.leave.seconds == (isShared ? 460 : 490))
    }
  }

  @Test func `nobody rides between the parties at one stop`() throws {
    for isShared in [false, true] {
      var story = Story.exact()
      story.terms.sharesStops = isShared
      story.driver { driver in
        driver.seats = 1
        driver.maxDetour = Milliseconds(100_000)
      }
      story.request(from: 0, to: 4000)
      story.request(from: 4000, to: 10_000)
      // With a stop each, the seat is free between the drop-off and the pickup at 4 km.
      story.request(from: 4000, to: 4001)
      let outcome = try story.records().requests.map(\.outcome)
      #expect(outcome == [.served, .served, isShared ? .unmatched : .served])
    }
  }

  @Test func `two stops become one when the passenger between them leaves`() throws {
    var story = Story.exact()
    story.terms.stopDuration = Milliseconds(30_000)
    story.terms.sharesStops = true
    story.driver { $0.seats = 1 }
    story.request(from: 3000, to: 9000)
    story.request(from: 9000, to: 9500, at: 1) { $0.patience = Milliseconds(100_000) }
    // The only seat is taken from 9 km to 9.5 km, so the car would come back to 9 km.
    story.request(from: 9000, to: 9800, at: 2)
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .cancelledByPassenger, .served])
    let stops = records.stops.filter { $0.kind == .dropoff || $0.kind == .pickup }
    #expect(stops.map(\.request) == [0, 0, 2, 2].map { RequestIndex($0) })
    #expect(stops.map(\.isJoined) == [false, true, false, false])
    #expect(stops.map(\.arrive.seconds) == [300, 930, 930, 1040])
  }

  /// n passengers who draw among m places are at m·(1 − (1 − 1/m)^n) of them in the mean.
  @Test(arguments: [(3, 2), (5, 8), (10, 6)])
  func `a car stops at as many places as its passengers draw`(_ places: Int, _ passengers: Int) throws {
    let days = isFullValidation ? 2000 : 300
    var random = SplitMix64(seed: UInt64(places * 100 + passengers))
    var (sum, squares) = (0.0, 0.0)
    for _ in 0..<days {
      var story = Story.exact(.addedDriving)
      story.terms.sharesStops = true
      story.driver(depart: 1000, announce: 0) { $0.seats = Int16(passengers) }
      for number in 0..<passengers {
        story.request(from: Metres(1000 * random.whole(1...places)) / 2, to: 10_000, at: Double(number)) {
          $0.submit = Milliseconds(Int64(number))
        }
      }
      let stops = try story.records().stops.filter { $0.kind == .pickup }
      #expect(stops.count == passengers)
      let count = Double(stops.count { !$0.isJoined })
      (sum, squares) = (sum + count, squares + count * count)
    }
    let mean = sum / Double(days)
    let spread = ((squares / Double(days) - mean * mean) / Double(days)).squareRoot()
    let m = Double(places)
    var missed = 1.0
    for _ in 0..<passengers { missed *= 1 - 1 / m }
    #expect(abs(mean - m * (1 - missed)) < 4.5 * spread, "\(mean) ± \(spread)")
  }
}
