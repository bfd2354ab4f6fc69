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
  mutating func giveCars(drivesAlone: Bool = true, seed: UInt64) {
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
