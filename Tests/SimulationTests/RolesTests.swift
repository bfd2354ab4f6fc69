import Assignment
import Hindsight
import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// People who may drive or ride.
struct RolesTests {
  /// Who could take whom is asked of each pair by itself, and the best of the day is a matching of all people.
  @Test(arguments: Ground.allCases, [true, false])
  func `announced before the first departure, as many are served as by the best matching of the day`(
    _ ground: Ground, _ drivesAlone: Bool
  ) throws {
    var (served, drove, rode) = (0, 0, 0)
    for seed in 0..<8 as Range<UInt64> {
      var world = World.announced(ground, seed: seed)
      world.drivers = Array(world.drivers.prefix(10))
      world.requests = Array(world.requests.prefix(30))
      world.giveCars(drivesAlone: drivesAlone, seed: seed)
      let records = try world.records(Batch())
      let count = records.requests.count { $0.outcome == .served }
      #expect(count == Self.most(world), "seed \(seed)")
      #expect(Self.fault(in: records, world) == nil, "seed \(seed)")
      served += count
      drove += records.requests.count { $0.outcome == .drove }
      rode += zip(world.drivers, records.drivers).count { $0.ownRequest != nil && $1.outcome == .notDriven }
    }
    #expect(served > 40 && drove > 10 && rode > 10, "\(served) \(drove) \(rode)")
  }

  /// The most pairs of people of whom one could take the other along.
  private static func most(_ world: World) -> Int {
    let people = world.people
    var graph = MatchingGraph(nodes: world.requests.count + world.drivers.count)
    for (place, request) in world.requests.enumerated() where !request.isProbe {
      for (number, driver) in world.drivers.enumerated() where driver.ownRequest != request.id {
        let alone = Hindsight(
          drivers: [driver], requests: [request], counting: { _ in true }, spaces: DailySpaces(world.space),
          terms: world.terms)
        if alone.oneEach == 1 { graph.appendEdge(Int32(place), people[number], cost: 0) }
      }
    }
    return graph.leastCostMatching().count
  }

  @Test(arguments: Ground.allCases, BatchObjective.allCases)
  func `nobody drives and rides, whatever happens`(_ ground: Ground, _ objective: BatchObjective) throws {
    var (drove, rode, alone, cancelled) = (0, 0, 0, 0)
    for seed in 60..<66 as Range<UInt64> {
      var world = World(ground, spacing: 250, seed: seed)
      world.loosen(seed: seed)
      world.giveCars(drivesAlone: seed % 2 == 0, seed: seed)
      world.terms.radius = 5_000
      world.terms.batch.window = Milliseconds(20_000)
      world.terms.batch.commit = .latest
      world.terms.batch.objective = objective
      world.terms.batch.riders = seed % 3 == 0 ? .several : .one
      world.rules.answerDelay = Milliseconds(seed % 3 == 1 ? 45_000 : 0)
      world.rules.declineProbability = 0.2
      world.rules.providerCancelProbability = 0.2
      world.rules.requesterCancelProbability = seed % 2 == 0 ? 0.1 : 0
      let records = try world.records(Batch(), recordsEvents: true)
      #expect(ProvisionalTests.fault(in: records, world) == nil, "seed \(seed)")
      #expect(Self.fault(in: records, world) == nil, "seed \(seed)")
      drove += records.requests.count { $0.outcome == .drove }
      for (driver, record) in zip(world.drivers, records.drivers) where driver.ownRequest != nil {
        if record.outcome == .notDriven { rode += 1 }
        if record.outcome == .arrived, record.served == 0 { alone += 1 }
      }
      cancelled += records.log.count { $0.kind == .driverCancelled || $0.kind == .passengerLeft }
    }
    #expect(drove > 5 && rode > 5 && alone > 5 && cancelled > 5, "\(drove) \(rode) \(alone) \(cancelled)")
  }

  @Test(arguments: Ground.allCases, [Objective.cost, .addedDriving])
  func `decided at once, every decision is that of brute force, and nobody drives and rides`(
    _ ground: Ground, _ objective: Objective
  ) throws {
    var tally = InsertionWitness.Tally()
    var (drove, rode, alone, joined) = (0, 0, 0, 0)
    for seed in 0..<8 as Range<UInt64> {
      var world = World(ground, spacing: 40, seed: seed)
      world.drivers = Array(world.drivers.prefix(5))
      world.giveCars(drivesAlone: seed % 4 != 3, atOnce: true, seed: seed)
      world.terms.insertion.objective = objective
      if seed % 2 == 0 { world.terms.batch.riders = .one }
      let witness = InsertionWitness(world)
      let records = try world.records(witness, recordsEvents: true)
      #expect(witness.fault == nil, "seed \(seed)")
      #expect(Self.fault(in: records, world) == nil, "seed \(seed)")
      #expect(Self.faultOfDepartures(in: records, world) == nil, "seed \(seed)")
      tally.add(witness.tally)
      drove += records.requests.count { $0.outcome == .drove }
      for (driver, record) in zip(world.drivers, records.drivers) where driver.ownRequest != nil {
        if record.outcome == .notDriven { rode += 1 }
        if record.outcome == .arrived, record.served == 0 { alone += 1 }
        if record.departed != nil, record.served > 0 { joined += 1 }
      }
    }
    #expect(tally.chosen > 100 && tally.reserved > 20, "\(tally)")
    #expect(drove > 10 && rode > 10 && alone > 10 && joined > 10, "\(drove) \(rode) \(alone) \(joined)")
  }

  @Test(arguments: Ground.allCases, [0.0, 250])
  func `decided at once by the circles, every decision is that of brute force`(
    _ ground: Ground, _ spacing: Metres
  ) throws {
    var (several, found) = (0, 0)
    for seed in 0..<8 as Range<UInt64> {
      var world = World(ground, spacing: spacing, seed: seed)
      world.drivers = Array(world.drivers.prefix(5))
      world.giveCars(drivesAlone: seed % 4 != 3, atOnce: true, seed: seed)
      let witness = Witness(world)
      let records = try world.records(witness)
      #expect(witness.fault == nil, "seed \(seed)")
      #expect(Self.fault(in: records, world) == nil, "seed \(seed)")
      #expect(Self.faultOfDepartures(in: records, world) == nil, "seed \(seed)")
      several += witness.several
      found += records.attempts.count { $0.driver >= 0 && world.drivers[$0.driver].ownRequest != nil }
    }
    #expect(several > 20 && found > 5, "\(several) \(found)")
  }

  /// What `records` of decisions at once say of cars that leave when they should not, or of people asked twice at once; nil where
  /// nothing does.
  private static func faultOfDepartures(in records: RunRecords, _ world: World) -> String? {
    let places = Dictionary(uniqueKeysWithValues: world.requests.enumerated().map { ($1.id, $0) })
    for (number, driver) in world.drivers.enumerated() {
      guard let place = driver.ownRequest.flatMap({ places[$0] }) else { continue }
      let (car, request) = (records.drivers[number], records.requests[place])
      if car.outcome == .arrived, car.departed ?? driver.depart != max(driver.depart, request.ended ?? .never)
      {
        return
          "driver \(driver.id) leaves at \(car.departed as Any), and request \(place) ends at \(request.ended as Any)"
      }
      let asked = records.attempts.filter { Int($0.driver) == number && $0.answered != .never }
      for attempt in records.attempts where Int(attempt.request) == place {
        if let other = asked.first(where: { $0.time < attempt.time && attempt.time < $0.answered }) {
          return "\(attempt) while asked to drive: \(other)"
        }
      }
    }
    return nil
  }

  /// What `records` say of people who may drive or ride that must not be; nil where nothing does.
  private static func fault(in records: RunRecords, _ world: World) -> String? {
    let places = Dictionary(uniqueKeysWithValues: world.requests.enumerated().map { ($1.id, $0) })
    for (number, driver) in world.drivers.enumerated() {
      guard let place = driver.ownRequest.flatMap({ places[$0] }) else { continue }
      let (car, request) = (records.drivers[number], records.requests[place])
      let stops = records.stops.filter { Int($0.driver) == number }
      switch (car.outcome, request.outcome) {
      case (.notDriven, .served): break
      case (.notDriven, .unmatched), (.notDriven, .cancelledByPassenger), (.notDriven, .cancelledByDriver):
        if driver.drivesAlone { return "driver \(driver.id) leaves, and would have driven alone" }
      case (.arrived, .drove):
        if request.match != nil { return "request \(place) drove and was matched" }
      case (.arrived, .unmatched), (.arrived, .cancelledByPassenger), (.arrived, .cancelledByDriver):
        if !driver.drivesAlone { return "driver \(driver.id) drove alone, and leaves the market" }
      default: return "driver \(driver.id): \(car.outcome), and request \(place): \(request.outcome)"
      }
      if car.outcome == .notDriven, !stops.isEmpty { return "driver \(driver.id) stops, and is not driven" }
      let mine = (records.provisional ?? []).filter { Int($0.request) == place || Int($0.driver) == number }
      if mine.contains(where: { Int($0.request) == place && Int($0.driver) == number }) {
        return "\(place) is paired with itself"
      }
      if world.terms.batch.riders == .one {
        for (count, pair) in mine.enumerated() {
          for other in mine[..<count] where other.from < pair.until && pair.from < other.until {
            return "\(other) beside \(pair), of one person"
          }
        }
      }
    }
    return nil
  }

  private static func told(_ unserved: Bool, _ requests: (inout Story) -> Void) throws -> RunRecords {
    var story = Story()
    story.policy = Batch()
    story.terms.radius = 1e6
    story.terms.batch.window = Milliseconds(60_000)
    story.terms.batch.commit = .latest
    story.terms.batch.riders = .one
    story.rules.answerDelay = .zero
    requests(&story)
    for request in story.requests where request.hasCar {
      var driver = Driver(owning: request)
      driver.id = 100 + request.id
      driver.drivesAlone = unserved
      story.drivers.append(driver)
    }
    return try story.records()
  }

  /// A story of requests decided at once, all of people with cars, three attempts a minute apart.
  private static func toldAtOnce(
    drivesAlone: Bool = true, delay: Double = 0, _ requests: (inout Story) -> Void
  ) throws -> RunRecords {
    var story = Story.exact(.cost)
    story.rules.attempts = 3
    story.rules.answerDelay = Milliseconds(seconds: delay)
    requests(&story)
    for place in story.requests.indices {
      if story.requests[place].latestDropoff == .never {
        story.requests[place].latestDropoff = Milliseconds(seconds: 20_000)
      }
      story.requests[place].hasCar = true
      var driver = Driver(owning: story.requests[place])
      (driver.id, driver.drivesAlone, driver.leavesAtOnce) = (
        100 + story.requests[place].id, drivesAlone, true
      )
      story.drivers.append(driver)
    }
    return try story.records()
  }

  @Test
  func `decided at once, who finds nobody leaves after the last attempt, and others may join`() throws {
    func request(_ story: inout Story) {
      story.request(from: 0, to: 10_000)
      // The car of the first is on the road, 800 m behind.
      story.request(from: 1_000, to: 9_000, at: 140)
    }
    let joined = try Self.toldAtOnce(request)
    #expect(
      joined.lines == [
        "0 request_submitted r0", "0 driver_announced d0", "0 attempt r0", "60 attempt r0", "120 attempt r0",
        "120 request_notified r0", "120 driver_departed d0", "140 request_submitted r1",
        "140 driver_announced d1", "140 attempt d0 r1", "140 accepted d0 r1", "220 pickup d0 r1",
        "1020 dropoff d0 r1", "1120 driver_arrived d0",
      ])
    #expect(joined.requests.map(\.outcome) == [.unmatched, .served])
    let left = try Self.toldAtOnce(drivesAlone: false, request)
    #expect(left.drivers.map(\.outcome) == [.notDriven, .notDriven])
  }

  @Test
  func `decided at once, who waits is asked and leaves at once`() throws {
    let records = try Self.toldAtOnce { story in
      story.request(from: 0, to: 10_000)
      story.request(from: 1_000, to: 9_000, at: 30)
    }
    #expect(records.requests.map(\.outcome) == [.drove, .served])
    #expect(records.drivers.map(\.outcome) == [.arrived, .notDriven])
    #expect(records.drivers[0].departed == Milliseconds(seconds: 30))
    #expect(records.requests[1].pickup == Milliseconds(seconds: 130))
  }

  @Test
  func `decided at once, who looked in vain before the time to leave may take somebody along from then on`()
    throws
  {
    let records = try Self.toldAtOnce { story in
      story.request(from: 0, to: 10_000) { request in
        request.lead = Milliseconds(seconds: 600)
        request.earliestPickup = Milliseconds(seconds: 600)
      }
      story.request(from: 1_000, to: 9_000, at: 300)
    }
    #expect(records.requests.map(\.outcome) == [.drove, .served])
    #expect(records.requests[0].ended == Milliseconds(seconds: 300))
    #expect(records.drivers[0].departed == Milliseconds(seconds: 600))
    #expect(records.requests[1].pickup == Milliseconds(seconds: 700))
  }

  @Test
  func `decided at once, who waits rides with one who comes later and starts behind`() throws {
    let records = try Self.toldAtOnce { story in
      story.request(from: 1_000, to: 9_000)
      // The first could not come back for this one, but lies on its way.
      story.request(from: 0, to: 10_000, at: 30) { $0.latestPickup = Milliseconds(seconds: 90) }
    }
    #expect(records.lines.contains("60 attempt d1 r0"))
    #expect(records.requests.map(\.outcome) == [.served, .drove])
    #expect(records.drivers.map(\.outcome) == [.notDriven, .arrived])
  }

  @Test
  func `decided at once, who is asked to drive has no attempt before the answer`() throws {
    for isInTime in [true, false] {
      let records = try Self.toldAtOnce(delay: 45) { story in
        story.request(from: 0, to: 10_000)
        story.request(from: 1_000, to: 9_000, at: 30) { request in
          if !isInTime { request.latestPickup = Milliseconds(seconds: 160) }
        }
      }
      #expect(records.attempts.filter { $0.request == 0 }.map(\.time.seconds) == (isInTime ? [0] : [0, 75]))
      #expect(records.requests.map(\.outcome) == (isInTime ? [.drove, .served] : [.served, .drove]))
      #expect(records.requests[isInTime ? 0 : 1].ended == Milliseconds(seconds: isInTime ? 75 : 120))
    }
  }

  @Test
  func `decided at once, nobody looks on behind the latest departure, or without patience`() throws {
    for patience in [false, true] {
      let records = try Self.toldAtOnce { story in
        story.request(from: 0, to: 10_000) { request in
          if patience {
            request.patience = Milliseconds(seconds: 90)
          } else {
            request.latestDropoff = Milliseconds(seconds: 1_090)
          }
        }
      }
      #expect(records.requests[0].outcome == .cancelledByPassenger && records.requests[0].attempts == 2)
      #expect(records.drivers[0].departed == Milliseconds(seconds: 90))
    }
  }

  private static func announced(_ request: inout Request, until latest: Double, hasCar: Bool = true) {
    request.lead = Milliseconds(seconds: 300)
    request.earliestPickup = Milliseconds(seconds: 300)
    request.latestDropoff = Milliseconds(seconds: latest)
    request.hasCar = hasCar
  }

  @Test
  func `of two with cars one drives and the other rides, and a third leaves alone`() throws {
    for drivesAlone in [true, false] {
      let records = try Self.told(drivesAlone) { story in
        story.request(from: 0, to: 5_000) { Self.announced(&$0, until: 1_100) }
        story.request(from: 1_000, to: 4_000) { Self.announced(&$0, until: 1_000) }
        story.request(from: -9_000, to: -20_000) { Self.announced(&$0, until: 1_700) }
      }
      #expect(records.requests.map(\.outcome) == [.drove, .served, .unmatched])
      #expect(records.drivers.map(\.outcome) == [.arrived, .notDriven, drivesAlone ? .arrived : .notDriven])
      #expect(records.drivers[0].departed == Milliseconds(seconds: 600))
      #expect(records.drivers[2].departed == (drivesAlone ? Milliseconds(seconds: 600) : nil))
      #expect(records.provisional?.map { [Int($0.request), Int($0.driver)] } == [[1, 0]])
    }
  }

  @Test
  func `who has left alone is a driver whom others may join`() throws {
    let records = try Self.told(true) { story in
      story.request(from: 0, to: 10_000) { Self.announced(&$0, until: 1_600) }
      // Asks when the car is on the road, and stands on its way.
      story.request(from: 5_000, to: 9_000, at: 700) {
        $0.latestDropoff = Milliseconds(seconds: 1_500)
      }
    }
    #expect(records.requests.map(\.outcome) == [.unmatched, .served])
    #expect(records.drivers[0].departed == Milliseconds(seconds: 600) && records.drivers[0].served == 1)
  }
}

extension Driver {
  /// The driver who is the person of `request`.
  init(owning request: Request) {
    self.init(
      id: 1_000 + request.id, origin: request.origin, destination: request.destination,
      depart: request.directDeparture, announce: request.submit,
      flexibility: request.latestDropoff - request.directDeparture - request.direct.duration,
      latestArrival: request.latestDropoff, person: request.person, wishes: request.wishes,
      solo: request.direct)
    ownRequest = request.id
  }
}

extension World {
  /// Gives two of three who ask, and have time, a car of their own.
  mutating func giveCars(drivesAlone: Bool = true, atOnce: Bool = false, seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 0xCA2)
    for place in requests.indices where !requests[place].isProbe && random.chance(0.67) {
      let earliest = requests[place].directDeparture + requests[place].direct.duration
      if requests[place].latestDropoff == .never {
        requests[place].latestDropoff = earliest + Milliseconds(seconds: random.uniform(60...900))
      }
      guard requests[place].latestDropoff >= earliest else { continue }
      requests[place].hasCar = true
      var driver = Driver(owning: requests[place])
      driver.seats = Int16(random.whole(1...3))
      driver.drivesAlone = drivesAlone
      driver.leavesAtOnce = atOnce
      drivers.append(driver)
    }
  }

  /// The node of each driver, where requests stand first: that of the request of the same person.
  var people: [Int32] {
    drivers.enumerated().map { number, driver in
      let own = driver.ownRequest.flatMap { id in requests.firstIndex { $0.id == id } }
      return Int32(own ?? requests.count + number)
    }
  }
}
