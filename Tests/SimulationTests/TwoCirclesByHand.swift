import Foundation
import Matching
import Quantities
import Simulation
import Spaces
import Travellers

/// The rule of the two circles once more, from the words of its definition and from plain data: slow, without
/// an index, without a bound, and without anything that the matcher computes.
///
/// It knows the input, the polyline of each car's way, the stops that lie ahead, and how long the space says a
/// trip takes. Everything else it works out for itself.
struct TwoCirclesByHand {
  let world: World
  let roads = RoadsByHand()

  init(world: World) { self.world = world }

  /// What a car has done and plans to do, as plain data.
  struct Car {
    var number: DriverIndex
    var driver: Driver
    var way: [Track.Vertex]
    var stops: [PlannedStop]
    var onBoard: Int16
    var luggageOnBoard: Int16
    /// When the service last heard of it.
    var heard = Milliseconds.never
  }

  /// A driver who passed every stage.
  struct Choice: Equatable {
    var driver: DriverIndex
    var pickupAfter: Int
    var dropoffAfter: Int
    var timeToPickup: Milliseconds
    var addedDriving: Milliseconds
    var detour: Milliseconds
    var cost: Int64
  }

  /// The answer to one attempt.
  struct Decision {
    /// How many drivers each of the five stages left.
    var funnel = [0, 0, 0, 0, 0]
    var choices: [Choice] = []
    /// Where limits left nobody: the first one broken by the pair of least added driving time of all drivers.
    var bindingLimit: Limit?

    /// Least cost, then the lower number.
    var best: Choice? {
      var best: Choice?
      for choice in choices where best == nil || choice.cost < best!.cost { best = choice }
      return best
    }

    /// The stage at which the funnel reached zero.
    var cause: Cause? {
      let causes: [Cause] = [.noDriverInRadius, .noneOnRoute, .noSeats, .preferences, .limits]
      return funnel.firstIndex(of: 0).map { causes[$0] }
    }
  }

  /// Decides for `request` at `time` among `cars`: those who can be asked, in ascending order.
  func decide(_ request: Request, among cars: [Car], at time: Milliseconds) -> Decision {
    var decision = Decision()
    var nearestMiss = Milliseconds.never
    for car in cars {
      let report = report(of: car, at: min(time, car.heard))
      guard metres(report.position, request.origin.position) <= world.terms.radius else { continue }
      decision.funnel[0] += 1
      guard comesNear(request.destination.position, car, after: report) else { continue }
      decision.funnel[1] += 1
      guard isRoomy(car, for: request) else { continue }
      decision.funnel[2] += 1
      guard agree(request, car.driver) else { continue }
      decision.funnel[3] += 1
      let start = start(of: car, report, at: time)
      func trials(_ meet: Meet) -> [Trial] {
        if world.terms.sharesStops { return sharedTrials(request, meet, car, from: start, at: time) }
        let pairs = pairs(of: car).filter { hasRoom(for: request, in: car, $0) }
        return pairs.compactMap { drive($0, request, meet, car, from: start, at: time) }
      }
      let meetings = meets(request).compactMap { meet in
        least(trials(meet).filter { $0.broken == nil }.map(\.choice)).map { (meet, $0) }
      }
      let best = meetings.min {
        $0.0.key($0.1.cost).lexicographicallyPrecedes($1.0.key($1.1.cost))
      }?.1
      guard let best else {
        for trial in meets(request).first.map(trials) ?? [] where trial.choice.addedDriving < nearestMiss {
          nearestMiss = trial.choice.addedDriving
          decision.bindingLimit = trial.broken
        }
        continue
      }
      decision.funnel[4] += 1
      decision.choices.append(best)
    }
    if !decision.choices.isEmpty { decision.bindingLimit = nil }
    return decision
  }

  private func least(_ choices: [Choice]) -> Choice? {
    choices.enumerated().min {
      ($0.element.addedDriving, $0.offset) < ($1.element.addedDriving, $1.offset)
    }?.element
  }
}

// MARK: - Where a car is taken to be

extension TwoCirclesByHand {
  /// The last route point that the car has passed.
  struct ReportByHand {
    var position: Position
    var odometer: Metres
    /// The last vertex at or before it.
    var vertex: Int
  }

  func report(of car: Car, at time: Milliseconds) -> ReportByHand {
    let way = car.way
    guard let current = way.lastIndex(where: { $0.time <= time }) else {
      return ReportByHand(position: way[0].place.position, odometer: way[0].odometer, vertex: 0)
    }
    guard current + 1 < way.count else {
      let last = way[current]
      return ReportByHand(position: last.place.position, odometer: last.odometer, vertex: current)
    }
    let (from, to) = (way[current], way[current + 1])
    let elapsed = (time - from.time).seconds / (to.time - from.time).seconds
    let driven = from.odometer + elapsed * (to.odometer - from.odometer)
    let spacing = world.terms.spacing
    guard spacing > 0 else {
      return ReportByHand(
        position: between(from.place.position, to.place.position, elapsed), odometer: driven, vertex: current)
    }
    let odometer = (driven / spacing).rounded(.down) * spacing
    let vertex = way[...current].lastIndex { $0.odometer <= odometer } ?? 0
    return ReportByHand(position: position(way, odometer), odometer: odometer, vertex: vertex)
  }

  private func position(_ way: [Track.Vertex], _ odometer: Metres) -> Position {
    let next = way.firstIndex { $0.odometer >= odometer } ?? way.count - 1
    guard next > 0, way[next].odometer > odometer else { return way[next].place.position }
    let (from, to) = (way[next - 1], way[next])
    let share = (odometer - from.odometer) / (to.odometer - from.odometer)
    return between(from.place.position, to.place.position, share)
  }

  func comesNear(_ target: Position, _ car: Car, after report: ReportByHand) -> Bool {
    let way = car.way
    let radius = world.terms.radius
    if car.driver.waits || metres(way[way.count - 1].place.position, target) <= radius { return true }
    guard world.terms.spacing > 0 else {
      let ahead = [report.position] + way.dropFirst(report.vertex + 1).map(\.place.position)
      return zip(ahead, ahead.dropFirst()).contains { distance(target, fromLine: $0, $1) <= radius }
    }
    var number = (report.odometer / world.terms.spacing).rounded() + 1
    while number * world.terms.spacing <= way[way.count - 1].odometer {
      if metres(position(way, number * world.terms.spacing), target) <= radius { return true }
      number += 1
    }
    return false
  }

  /// Where the car that stands at `report` at `time` could turn, and when: on roads at nodes alone.
  private func start(of car: Car, _ report: ReportByHand, at time: Milliseconds) -> (Place, Milliseconds) {
    let now = max(time, car.driver.depart)
    let vertex = car.way[report.vertex]
    let isOnRoads = car.driver.origin.node >= 0
    guard isOnRoads else {
      return (vertex.odometer < report.odometer ? Place(position: report.position) : vertex.place, now)
    }
    let node = car.way[...report.vertex].last { $0.place.node >= 0 }!
    guard node.odometer < report.odometer else { return (node.place, now) }
    let next = car.way[report.vertex + 1]
    let rest = (next.odometer - report.odometer) / (next.odometer - vertex.odometer)
    let time = rest * Double((next.time - vertex.time).rawValue)
    let end = car.way[(report.vertex + 1)...].first { $0.place.node >= 0 }!
    return (end.place, now + Milliseconds(Int64(time.rounded())) + (end.time - next.time))
  }
}

// MARK: - Seats and wishes

extension TwoCirclesByHand {
  /// How many of the stops ahead come before the pickup, and before the drop-off.
  typealias Pair = (pickup: Int, dropoff: Int)

  func pairs(of car: Car) -> [Pair] {
    (0...car.stops.count).flatMap { pickup in (pickup...car.stops.count).map { (pickup, $0) } }
  }

  /// Whether some pair of stops leaves room for the party.
  func isRoomy(_ car: Car, for request: Request) -> Bool {
    if world.terms.sharesStops {
      return !sharedPlans(request, atTheDoor(request), car, ready: .zero).isEmpty
    }
    return pairs(of: car).contains { hasRoom(for: request, in: car, $0) }
  }

  func hasRoom(for request: Request, in car: Car, _ pair: Pair) -> Bool {
    (pair.pickup...pair.dropoff).allSatisfy { leg in
      var (persons, pieces) = (car.onBoard + request.partySize, car.luggageOnBoard + request.luggage)
      for stop in car.stops[..<leg] {
        persons += (stop.isPickup ? 1 : -1) * stop.partySize
        pieces += (stop.isPickup ? 1 : -1) * stop.luggage
      }
      return persons <= car.driver.seats && pieces <= car.driver.luggageRoom
    }
  }

  /// Each wish that `wishes` states, and whether `person` meets it.
  private func marks(_ wishes: Wishes, _ person: Person) -> [Bool] {
    var marks: [Bool] = []
    if let wish = wishes.smoker { marks.append(person.smoker == .some(wish)) }
    if let wish = wishes.sex { marks.append(person.sex == .some(wish)) }
    if wishes.youngest != nil || wishes.oldest != nil {
      let isOldEnough = person.age.map { $0 >= wishes.youngest ?? 0 } ?? false
      let isYoungEnough = person.age.map { $0 <= wishes.oldest ?? 1000 } ?? false
      marks.append(isOldEnough && isYoungEnough)
    }
    return marks
  }

  func agree(_ request: Request, _ driver: Driver) -> Bool {
    (!request.wishes.required || !marks(request.wishes, driver.person).contains(false))
      && (!driver.wishes.required || !marks(driver.wishes, request.person).contains(false))
  }

  func agreement(_ request: Request, _ driver: Driver) -> Double {
    let marks = marks(request.wishes, driver.person) + marks(driver.wishes, request.person)
    return marks.isEmpty ? 1 : Double(marks.count { $0 }) / Double(marks.count)
  }
}

// MARK: - Driving and limits

extension TwoCirclesByHand {
  struct Trial {
    var choice: Choice
    var broken: Limit?
  }

  /// A place that a car visits; the destination is the last, without a stop.
  struct Visit {
    var place: Place
    var earliest = Milliseconds.zero
    /// The duration of the stop; nil where it is that of all stops.
    var duration: Milliseconds?
  }

  /// The visits of `car` as it has planned them, and with `request` at `pair`, whose passenger is at the pickup from `ready` on.
  static func visits(of car: Car, _ pair: Pair, _ request: Request, _ meet: Meet, ready: Milliseconds)
    -> (planned: [Visit], inserted: [Visit])
  {
    let planned =
      car.stops.map { Visit(place: $0.place, earliest: $0.earliest, duration: $0.duration) }
      + (car.driver.waits ? [] : [Visit(place: car.driver.destination)])
    var inserted = planned
    inserted.insert(
      Visit(place: meet.dropoff, earliest: request.earliestDropoff, duration: request.alighting),
      at: pair.dropoff)
    inserted.insert(
      Visit(
        place: meet.pickup, earliest: max(request.earliestPickup, ready), duration: request.boarding),
      at: pair.pickup)
    return (planned, inserted)
  }

  /// The arrival at each of `visits` of the car of `driver`, which starts at `place` at `time`, and the time it
  /// drives: at the travel times of its departure, all the way.
  private func arrivals(
    _ visits: [Visit], of driver: Driver, from place: Place, at time: Milliseconds
  ) -> (arrivals: [Milliseconds], driving: Milliseconds)? {
    let space = world.plainSpace(at: driver.depart)
    var (place, time, driving) = (place, time, Milliseconds.zero)
    var arrivals: [Milliseconds] = []
    for visit in visits {
      guard let travel = roads.travel(from: place, to: visit.place, in: space) else { return nil }
      driving = driving + travel.duration
      arrivals.append(time + travel.duration)
      time = max(time + travel.duration, visit.earliest) + (visit.duration ?? world.terms.stopDuration)
      place = visit.place
    }
    return (arrivals, driving)
  }

  /// Drives the stops with `request` inserted; nil where no road leads along them.
  private func drive(
    _ pair: Pair, _ request: Request, _ meet: Meet, _ car: Car,
    from start: (place: Place, time: Milliseconds), at time: Milliseconds
  ) -> Trial? {
    let waits = car.driver.waits
    let ready = time + meet.toPickup
    let (visits, inserted) = Self.visits(of: car, pair, request, meet, ready: ready)
    guard let alone = arrivals(visits, of: car.driver, from: start.place, at: start.time),
      var with = arrivals(inserted, of: car.driver, from: start.place, at: start.time)
    else { return nil }
    let all = with.arrivals
    let alighting = max(with.arrivals.remove(at: pair.dropoff + 1), request.earliestDropoff)
    let boarding = max(with.arrivals.remove(at: pair.pickup), ready)
    let delays = zip(with.arrivals, alone.arrivals).map { $0 - $1 }
    let planned = car.stops.map(\.arrive) + (waits ? [] : [car.way[car.way.count - 1].time])
    let moved = zip(planned, delays).map { $0 + $1 }
    let added = with.driving - alone.driving
    let detour = waits ? added : delays[delays.count - 1]
    // A car that waits is free when its last stop is over: by as much later as it is later as seen from the report.
    func free(_ visits: [Visit], _ arrivals: [Milliseconds]) -> Milliseconds {
      visits.last.map { max(arrivals.last!, $0.earliest) + ($0.duration ?? world.terms.stopDuration) }
        ?? start.time
    }
    let wasFree = car.stops.isEmpty ? start.time : car.way[car.way.count - 1].time
    let arrival =
      waits ? wasFree + (free(inserted, all) - free(visits, alone.arrivals)) : moved[moved.count - 1]
    let timeToPickup = boarding - time
    let weights = world.terms.weights
    let cost =
      weights.timeToPickup * Double(timeToPickup.rawValue) + weights.detour * Double(detour.rawValue)
      + Double(weights.preference.rawValue) * (1 - agreement(request, car.driver))
    let choice = Choice(
      driver: car.number, pickupAfter: pair.pickup, dropoffAfter: pair.dropoff, timeToPickup: timeToPickup,
      addedDriving: added, detour: detour, cost: Int64(cost.rounded()))
    let broken =
      brokenLimit(of: car.driver, arrival: arrival)
      ?? brokenLimit(of: request, boarding: boarding, alighting: alighting, walk: meet.fromDropoff)
      ?? (keepsPromises(car, moved) ? nil : .promise)
    return Trial(choice: choice, broken: broken)
  }

  func brokenLimit(of driver: Driver, arrival: Milliseconds) -> Limit? {
    if driver.waits { return arrival > driver.latestArrival ? .arrival : nil }
    let total = arrival - (driver.depart + driver.solo.duration)
    if total > driver.maxDetour { return .detour }
    if Double(total.rawValue) / Double(driver.solo.duration.rawValue) > driver.maxDetourRatio {
      return .detourRatio
    }
    return arrival > driver.latestArrival ? .arrival : nil
  }

  /// - Parameter walk: how long the passenger walks from the drop-off.
  func brokenLimit(
    of request: Request, boarding: Milliseconds, alighting: Milliseconds, walk: Milliseconds
  ) -> Limit? {
    let terms = world.terms
    let direct = request.direct.duration
    if boarding > request.latestPickup { return .wait }
    if terms.maxWait != .never, boarding - request.submit > terms.maxWait { return .wait }
    if alighting + walk > request.latestDropoff { return .dropoff }
    if terms.maxDelay != .never, alighting + walk - request.submit - direct > terms.maxDelay {
      return .dropoff
    }
    let ride = alighting - boarding
    if ride > request.maxRide || ride > terms.maxRide { return .ride }
    if Double(ride.rawValue) > terms.maxRideRatio * Double(direct.rawValue) { return .ride }
    return nil
  }

  /// Whether a stop belongs to what was planned ahead: its time is a promise of its own.
  private func isPlanned(_ stop: PlannedStop) -> Bool {
    // A passenger who transfers is promised other times in each of them.
    stop.waypoint != nil || world.board?.seeks[Int(stop.request)] != nil || world.terms.transfer != nil
  }

  /// Whether those accepted before keep what they were promised when the stops ahead move to `arrivals`.
  func keepsPromises(_ car: Car, _ arrivals: [Milliseconds]) -> Bool {
    for (stop, arrival) in zip(car.stops, arrivals) where isPlanned(stop) && arrival > stop.latest {
      return false
    }
    for (stop, arrival) in zip(car.stops, arrivals) where !stop.isPickup && stop.waypoint == nil {
      let request = world.requests[stop.request]
      let ahead = zip(car.stops, arrivals).first { $0.0.isPickup && $0.0.request == stop.request }
      let boarding = ahead.map { max($0.1, $0.0.ready) } ?? stop.pickedUp
      guard !isPlanned(stop) else {
        if stop.maxRide != .never, arrival - boarding > stop.maxRide { return false }
        continue
      }
      let walk = time(geometry.distance(stop.place.position, request.destination.position))
      let alighting = max(arrival, request.earliestDropoff)
      let broken = brokenLimit(of: request, boarding: boarding, alighting: alighting, walk: walk)
      // The pickup of a passenger on board is past.
      if let broken, broken != .wait || ahead != nil { return false }
    }
    return true
  }
}
