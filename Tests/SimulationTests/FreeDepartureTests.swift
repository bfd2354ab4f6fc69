import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Insertions into plans of drivers who have not left and may choose when, against all departures on a grid of 1 s, and the
/// cars that drive such plans.
struct FreeDepartureTests {
  // Under `earliest_arrival` departures are fixed.
  @Test(arguments: Ground.allCases, [Objective.cost, .addedDriving])
  func `the best insertion is that of trying all pairs of places and all departures`(
    _ ground: Ground, _ objective: Objective
  ) throws {
    let witness = DepartureWitness()
    for seed in 0..<4 as Range<UInt64> {
      var world = World(ground, spacing: 40, seed: seed)
      world.terms.insertion.objective = objective
      world.loosen(seed: seed)
      if seed == 3 { world.letStopsDiffer(seed: seed) }
      witness.world = world
      let records = try world.records(witness)
      #expect(witness.fault == nil, "seed \(seed)")
      #expect(Self.fault(in: records, world) == nil, "seed \(seed)")
    }
    let tally = witness.tally
    #expect(tally.pairs > 500 && tally.feasible > 100 && tally.later > 50 && tally.withStops > 50, "\(tally)")
  }

  @Test(arguments: PolicyName.allCases)
  func `no car leaves before it may or arrives too late, whatever the policy`(_ name: PolicyName) throws {
    var shared = 0
    for (number, ground) in Ground.allCases.enumerated() {
      var world = World(ground, spacing: 250, seed: 11)
      world.loosen(seed: UInt64(number))
      world.terms.batch.window = Milliseconds(30_000)
      let records = try world.records(name.policy)
      #expect(Self.fault(in: records, world) == nil)
      shared += records.drivers.count { $0.served > 0 }
    }
    #expect(shared > 5)
  }

  /// What `records` say that must not happen; nil where nothing does.
  static func fault(in records: RunRecords, _ world: World) -> String? {
    for stop in records.stops {
      let driver = world.drivers[Int(stop.driver)]
      switch stop.kind {
      case .depart where driver.isFlexible:
        if stop.arrive < driver.depart || stop.arrive > driver.depart + driver.flexibility {
          return "driver \(driver.id) leaves at \(stop.arrive)"
        }
      case .depart where stop.arrive != driver.depart: return "driver \(driver.id) leaves at \(stop.arrive)"
      case .arrive where stop.arrive > driver.latestArrival && driver.isFlexible:
        return "driver \(driver.id) arrives at \(stop.arrive)"
      case .pickup where stop.leave < world.requests[Int(stop.request)].earliestPickup:
        return "request \(stop.request) leaves at \(stop.leave)"
      default: break
      }
    }
    return records.lateness
  }

  @Test
  func `a driver leaves as late as the passenger allows, and alone as the scenario says`() throws {
    var story = Story()
    story.driver(depart: 100, announce: 0) { driver in
      driver.latestArrival = Milliseconds(seconds: 1_400)
      driver.flexibility = Milliseconds(seconds: 300)
    }
    story.driver(from: 50_000, to: 60_000, depart: 100, announce: 0) { driver in
      driver.latestArrival = Milliseconds(seconds: 1_400)
      driver.flexibility = Milliseconds(seconds: 300)
    }
    story.driver(from: 80_000, to: 90_000, depart: 100, announce: 0) { driver in
      driver.latestArrival = Milliseconds(seconds: 1_400)
      driver.flexibility = Milliseconds(seconds: 300)
      driver.leavesLate = false
    }
    // The car needs 10 s to the pickup; the ride is over by 350 s if it leaves at 240 s.
    story.request(from: 100, to: 1_100, at: 10) { request in
      request.earliestPickup = Milliseconds(seconds: 200)
      request.lead = Milliseconds(seconds: 190)
      request.latestDropoff = Milliseconds(seconds: 350)
    }
    let records = try story.records()
    #expect(
      records.lines.filter { !$0.contains("announced") } == [
        "10 request_submitted r0", "10 attempt d0 r0", "25 accepted d0 r0", "100 driver_departed d2",
        "240 driver_departed d0", "250 pickup d0 r0", "350 dropoff d0 r0", "400 driver_departed d1",
        "1100 driver_arrived d2", "1240 driver_arrived d0", "1400 driver_arrived d1",
      ])
  }

  @Test
  func `a passenger who cancels lets the driver leave as late as alone again`() throws {
    var story = Story()
    story.rules.requesterCancelProbability = 1
    story.driver(depart: 100, announce: 0) { driver in
      driver.latestArrival = Milliseconds(seconds: 1_400)
      driver.flexibility = Milliseconds(seconds: 300)
    }
    story.request(from: 100, to: 1_100, at: 10) { $0.latestDropoff = Milliseconds(seconds: 250) }
    let records = try story.records()
    #expect(records.requests[0].outcome == .cancelledByPassenger)
    #expect(records.lines.contains("400 driver_departed d0"))
  }
}

extension World {
  /// Lets most drivers choose their departure, and requests ask ahead.
  mutating func loosen(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 0x51AC)
    for place in drivers.indices {
      guard random.chance(0.8) else { continue }
      let flexibility = Milliseconds(seconds: random.uniform(1...900))
      drivers[place].flexibility = flexibility
      drivers[place].latestArrival = drivers[place].depart + drivers[place].solo.duration + flexibility
      drivers[place].leavesLate = random.chance(0.7)
      drivers[place].announce = max(
        .zero, drivers[place].depart - Milliseconds(seconds: random.uniform(0...400)))
    }
    for place in requests.indices where requests[place].earliestPickup == .zero && random.chance(0.5) {
      requests[place].lead = Milliseconds(seconds: random.uniform(0...600))
      requests[place].earliestPickup = requests[place].waitsFrom
      // What was to be counted from the submission moves along.
      if requests[place].latestPickup != .never { requests[place].latestPickup += requests[place].lead }
      if requests[place].latestDropoff != .never { requests[place].latestDropoff += requests[place].lead }
      if random.chance(0.5) {
        requests[place].latestDropoff =
          requests[place].waitsFrom + requests[place].direct.duration
          + Milliseconds(seconds: random.uniform(60...900))
      }
    }
  }
}

/// Answers as `BestInsertion` does, and tries all pairs of places and departures of all who have not left.
private final class DepartureWitness: Policy, @unchecked Sendable {
  let name = "departure_witness"
  let vantage = Vantage.actual
  var world = World(.plane, spacing: 40, seed: 0)
  private(set) var fault: String?
  private(set) var tally = Tally()

  struct Tally {
    /// Pairs of places of drivers who had not left; those that can be kept, and whose departure is not the earliest.
    var pairs = 0
    var feasible = 0
    var later = 0
    /// Pairs in plans with stops.
    var withStops = 0
  }

  func choose(for attempt: inout Attempt) -> Candidate? {
    let fleet = attempt.fleet
    var best: (driver: DriverIndex, result: InsertionResult)?
    for driver in fleet.active.sorted() where fleet.isAvailable(driver) && !attempt.excluded.contains(driver)
    {
      let result = fleet.evaluate(attempt.inquiry, into: driver, from: .actual)
      if fleet.isFree(driver, at: attempt.time) { compare(driver, attempt, result) }
      guard result.best != nil, fleet.hasRoom(for: attempt.request, in: driver),
        requiredWishesAgree(attempt.request, fleet.drivers[driver])
      else { continue }
      if result.value < best?.result.value ?? .max { best = (driver, result) }
    }
    let choice = BestInsertion().choose(for: &attempt)
    note(
      choice?.driver == best?.driver && choice?.value == best?.result.value,
      "\(attempt.request.id): another driver")
    return choice
  }

  private func note(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds, fault == nil { fault = sentence() }
  }

  private func compare(_ number: DriverIndex, _ attempt: Attempt, _ result: InsertionResult) {
    let fleet = attempt.fleet
    let car = FreeCar(fleet.drivers[number], fleet.itineraries[number], attempt, world)
    let place = "request \(attempt.request.id) at \(attempt.time), driver \(fleet.drivers[number].id)"
    let itinerary = fleet.itineraries[number]
    if !itinerary.stops.isEmpty {
      let departure = car.ways(car.planned).flatMap { car.latest(car.planned, $0) }
      note(departure == itinerary.departure, "\(place): the plan leaves at \(itinerary.departure)")
    }
    var best: Int64?
    for pickup in 0...itinerary.stops.count {
      for dropoff in pickup...itinerary.stops.count where car.hasRoom(pickup, dropoff) {
        tally.pairs += 1
        tally.withStops += itinerary.stops.isEmpty ? 0 : 1
        let visits = car.visits(pickup, dropoff)
        let found = fleet.evaluate(
          attempt.inquiry, into: number, pickupAfter: pickup, dropoffAfter: dropoff)
        // What can be kept for less than a second only is looked for on a finer grid.
        guard let ways = car.ways(visits),
          let departure = car.latest(visits, ways)
            ?? (found.best == nil ? nil : car.latest(visits, ways, every: Milliseconds(1))),
          let drive = car.drive(visits, ways, leaving: departure)
        else {
          note(found.best == nil, "\(place): found \(found), by hand none")
          continue
        }
        tally.feasible += 1
        tally.later += departure > car.earliest ? 1 : 0
        let own = itinerary.arrival - itinerary.departure
        note(
          found.best?.timeToPickup == drive.boarding - attempt.time
            && found.best?.detour == drive.arrival - departure - own,
          "\(place): found \(found), by hand \(departure), \(drive)")
        best = min(best ?? .max, found.value)
      }
    }
    note(result.best.map { _ in result.value } == best, "\(place): the best is \(result), not \(best ?? -1)")
  }
}

/// A driver who has not left, driven by hand.
private struct FreeCar {
  struct Visit {
    var place: Place
    var earliest = Milliseconds.zero
    var duration: Milliseconds?
    var latest = Milliseconds.never
    var maxRide = Milliseconds.never
    /// The visit of the pickup of a drop-off.
    var request: RequestIndex
    var isPickup: Bool
  }

  struct Drive {
    var boarding = Milliseconds.zero
    var arrival = Milliseconds.zero
  }

  let driver: Driver
  let stops: [PlannedStop]
  let attempt: Attempt
  let world: World
  let earliest: Milliseconds
  let asking = RequestIndex(rawValue: 1 << 20)

  init(_ driver: Driver, _ itinerary: Itinerary, _ attempt: Attempt, _ world: World) {
    self.driver = driver
    stops = itinerary.stops
    self.attempt = attempt
    self.world = world
    earliest = max(driver.depart, attempt.time)
  }

  var planned: [Visit] {
    stops.map {
      Visit(
        place: $0.place, earliest: $0.earliest, duration: $0.duration, latest: $0.latest, maxRide: $0.maxRide,
        request: $0.request, isPickup: $0.isPickup)
    }
  }

  func visits(_ pickup: Int, _ dropoff: Int) -> [Visit] {
    let (request, promise) = (attempt.request, attempt.promise)
    var visits = planned
    visits.insert(
      Visit(
        place: request.destination, earliest: request.earliestDropoff, duration: request.alighting,
        latest: promise.latestDropoff, maxRide: promise.maxRide, request: asking, isPickup: false),
      at: dropoff)
    visits.insert(
      Visit(
        place: request.origin, earliest: request.earliestPickup, duration: request.boarding,
        latest: promise.latestPickup, request: asking, isPickup: true), at: pickup)
    return visits
  }

  func hasRoom(_ pickup: Int, _ dropoff: Int) -> Bool {
    (pickup...dropoff).allSatisfy { leg in
      var (persons, pieces) = (attempt.request.partySize, attempt.request.luggage)
      for stop in stops.prefix(leg) {
        persons += stop.isPickup ? stop.partySize : -stop.partySize
        pieces += stop.isPickup ? stop.luggage : -stop.luggage
      }
      return persons <= driver.seats && pieces <= driver.luggageRoom
    }
  }

  /// The durations of the ways along `visits` and to the destination; nil without a route.
  func ways(_ visits: [Visit]) -> [Milliseconds]? {
    let space = world.plainSpace(at: driver.depart)
    let places = [driver.origin] + visits.map(\.place) + [driver.destination]
    let ways = zip(places, places.dropFirst()).compactMap { space.travel(from: $0, to: $1)?.duration }
    return ways.count == visits.count + 1 ? ways : nil
  }

  /// The latest departure that keeps everything, to the millisecond: that of a grid, and what fits behind it; nil where none
  /// on the grid does.
  func latest(
    _ visits: [Visit], _ ways: [Milliseconds], every step: Milliseconds = Milliseconds(1_000)
  ) -> Milliseconds? {
    let last = driver.latestArrival - driver.solo.duration
    var best: Milliseconds?
    var time = earliest
    while time <= last {
      if drive(visits, ways, leaving: time) != nil { best = time }
      time = time + step
    }
    guard var best else { return nil }
    for more in [512, 256, 128, 64, 32, 16, 8, 4, 2, 1] as [Int64]
    where drive(visits, ways, leaving: best + Milliseconds(more)) != nil {
      best = best + Milliseconds(more)
    }
    return best
  }

  /// Drives `visits` and to the destination, leaving at `departure`; nil where that breaks anything.
  func drive(_ visits: [Visit], _ ways: [Milliseconds], leaving departure: Milliseconds) -> Drive? {
    var time = departure
    var boarded: [(request: RequestIndex, time: Milliseconds)] = []
    var drive = Drive()
    for (visit, way) in zip(visits, ways) {
      time = time + way
      guard time <= visit.latest else { return nil }
      if visit.isPickup {
        boarded.append((visit.request, time))
        if visit.request == asking { drive.boarding = time }
      } else if let pickup = boarded.first(where: { $0.request == visit.request })?.time,
        max(time, visit.earliest) - pickup > visit.maxRide
      {
        return nil
      }
      time = max(time, visit.earliest) + (visit.duration ?? world.terms.stopDuration)
    }
    drive.arrival = time + ways[visits.count]
    let total = drive.arrival - departure - driver.solo.duration
    guard drive.arrival <= driver.latestArrival, total <= driver.maxDetour,
      Double(total.rawValue) / Double(max(1, driver.solo.duration.rawValue)) <= driver.maxDetourRatio
    else { return nil }
    return drive
  }
}
