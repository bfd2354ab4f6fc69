import Matching
import Quantities
import RoadNetwork
import Spaces
import Travellers

/// The exact matcher once more, from the words of its definition and from plain data: every driver and every
/// pair of positions, one after the other, with searches that nothing was prepared for.
///
/// What it has in common with the rule of the two circles by hand (seats, wishes, limits, distances) it asks
/// there; where a car is, where it can turn and how it drives it works out for itself.
struct InsertionByHand {
  typealias Car = TwoCirclesByHand.Car

  let world: World
  /// The rule by hand with route points everywhere: the reported position is then the true one.
  let circles: TwoCirclesByHand
  let roads = RoadsByHand()

  init(world: World) {
    self.world = world
    var continuous = world
    continuous.terms.spacing = 0
    circles = TwoCirclesByHand(world: continuous)
  }

  /// A driver's best pair of positions.
  typealias Choice = TwoCirclesByHand.Choice

  /// A pair of positions that keeps every limit, and what limits on the request would just allow it.
  struct Plan {
    var choice: Choice
    var boarding: Milliseconds
    var alighting: Milliseconds
    var timeToDropoff: Milliseconds
    /// On foot from there.
    var walk: Milliseconds
    var addedMetres: Metres
    var stopsAhead: Int
  }

  /// The answer to one attempt.
  struct Decision {
    /// How many drivers lie within r of the pickup, and how many of them pass the drop-off; nil where the
    /// circles do not bind.
    var inRadius: Int?
    var onRoute: Int?
    /// The best plan of every driver who has one.
    var plans: [Plan] = []
    var best: Plan?
  }

  /// Decides for `request` at `time` among `cars`: those who can be asked, in ascending order.
  func decide(_ request: Request, among cars: [Car], at time: Milliseconds) -> Decision {
    var decision = Decision()
    for car in cars {
      if world.terms.insertion.usesRadius {
        let report = circles.report(of: car, at: time)
        let isNear = circles.metres(report.position, request.origin.position) <= world.terms.radius
        let passes = isNear && circles.comesNear(request.destination.position, car, after: report)
        decision.inRadius = (decision.inRadius ?? 0) + (isNear ? 1 : 0)
        decision.onRoute = (decision.onRoute ?? 0) + (passes ? 1 : 0)
        guard passes else { continue }
      }
      guard let plan = bestPlan(of: car, for: request, at: time) else { continue }
      decision.plans.append(plan)
      if decision.best.map({ value(plan) < value($0) }) ?? true { decision.best = plan }
    }
    return decision
  }

  /// Whether both circles leave `car`, where they bind.
  func isInCircles(_ car: Car, for request: Request, at time: Milliseconds) -> Bool {
    guard world.terms.insertion.usesRadius else { return true }
    let report = circles.report(of: car, at: time)
    return circles.metres(report.position, request.origin.position) <= world.terms.radius
      && circles.comesNear(request.destination.position, car, after: report)
  }

  /// The best pair of positions of one car; nil where none keeps every limit.
  func bestPlan(of car: Car, for request: Request, at time: Milliseconds) -> Plan? {
    guard circles.agree(request, car.driver) else { return nil }
    func plans(_ meet: TwoCirclesByHand.Meet) -> [Plan] {
      if world.terms.sharesStops { return sharedPlans(of: car, for: request, meet, at: time) }
      let pairs = circles.pairs(of: car).filter { circles.hasRoom(for: request, in: car, $0) }
      return pairs.compactMap { drive($0, request, meet, car, at: time) }
    }
    var best: (plan: Plan, key: [Int64])?
    for meet in circles.meets(request) {
      for plan in plans(meet) {
        let key = meet.key(value(plan))
        if best.map({ key.lexicographicallyPrecedes($0.key) }) ?? true { best = (plan, key) }
      }
    }
    return best?.plan
  }

  private func value(_ plan: Plan) -> Int64 {
    switch world.terms.insertion.objective {
    case .cost: plan.choice.cost
    case .addedDriving: plan.choice.addedDriving.rawValue
    case .earliestArrival: plan.timeToDropoff.rawValue
    }
  }
}

// MARK: - Driving

extension InsertionByHand {
  private struct Drive {
    var arrivals: [Milliseconds] = []
    var driving = Milliseconds.zero
    var metres: Metres = 0
  }

  /// Where the car can turn at `time`, and when: on roads at the next node, after a stop when the stop is over,
  /// before departure at the origin when it departs.
  func start(of car: Car, at time: Milliseconds) -> (place: Place, time: Milliseconds) {
    let way = car.way
    guard let current = way.lastIndex(where: { $0.time <= time }) else { return (way[0].place, way[0].time) }
    guard current + 1 < way.count else { return (way[current].place, time) }
    let next = way[current + 1]
    if next.place == way[current].place { return (next.place, next.time) }
    guard car.driver.origin.node >= 0 else {
      let position = circles.report(of: car, at: time).position
      return (way[current].time == time ? way[current].place : Place(position: position), time)
    }
    if way[current].place.node >= 0, way[current].time == time { return (way[current].place, time) }
    let end = way[(current + 1)...].first { $0.place.node >= 0 }!
    return (end.place, end.time)
  }

  /// Drives along `visits`; `first` is how long the car needs to the first of them, where that was planned.
  private func drive(
    _ visits: [TwoCirclesByHand.Visit], from start: (place: Place, time: Milliseconds), first: Milliseconds?
  ) -> Drive? {
    var drive = Drive()
    var (place, time) = start
    for (number, visit) in visits.enumerated() {
      guard let travel = roads.travel(from: place, to: visit.place, in: world.plainSpace) else { return nil }
      let duration = (number == 0 ? first : nil) ?? travel.duration
      drive.driving = drive.driving + duration
      drive.metres += travel.metres
      drive.arrivals.append(time + duration)
      time = max(time + duration, visit.earliest) + (visit.duration ?? world.terms.stopDuration)
      place = visit.place
    }
    return drive
  }

  /// Drives the stops with `request` inserted; nil where no road leads along them or a limit is broken.
  private func drive(
    _ pair: TwoCirclesByHand.Pair, _ request: Request, _ meet: TwoCirclesByHand.Meet, _ car: Car,
    at time: Milliseconds
  ) -> Plan? {
    let start = start(of: car, at: time)
    let waits = car.driver.waits
    let ready = time + meet.toPickup
    let (visits, inserted) = TwoCirclesByHand.visits(of: car, pair, request, meet, ready: ready)
    let planned = (car.stops.first?.arrive ?? car.way[car.way.count - 1].time) - start.time
    guard let alone = drive(visits, from: start, first: planned),
      var with = drive(inserted, from: start, first: pair.pickup > 0 ? planned : nil)
    else { return nil }
    // A car that waits is free when its last stop is over.
    let free = inserted.last.map {
      max(with.arrivals.last!, $0.earliest) + ($0.duration ?? world.terms.stopDuration)
    }
    let alighting = max(with.arrivals.remove(at: pair.dropoff + 1), request.earliestDropoff)
    let boarding = max(with.arrivals.remove(at: pair.pickup), ready)
    let arrival = waits ? free! : with.arrivals[visits.count - 1]
    guard circles.brokenLimit(of: car.driver, arrival: arrival) == nil,
      circles.brokenLimit(of: request, boarding: boarding, alighting: alighting, walk: meet.fromDropoff)
        == nil,
      circles.keepsPromises(car, with.arrivals),
      world.terms.insertion.objective != .earliestArrival
        || zip(with.arrivals, car.stops).allSatisfy({ $0 <= $1.arrive })
    else { return nil }
    let detour = waits ? with.driving - alone.driving : arrival - alone.arrivals[visits.count - 1]
    let weights = world.terms.weights
    let cost =
      weights.timeToPickup * Double((boarding - time).rawValue) + weights.detour * Double(detour.rawValue)
      + Double(weights.preference.rawValue) * (1 - circles.agreement(request, car.driver))
    let choice = Choice(
      driver: car.number, pickupAfter: pair.pickup, dropoffAfter: pair.dropoff, timeToPickup: boarding - time,
      addedDriving: with.driving - alone.driving, detour: detour, cost: Int64(cost.rounded()))
    return Plan(
      choice: choice, boarding: boarding, alighting: alighting, timeToDropoff: alighting - time,
      walk: meet.fromDropoff,
      addedMetres: with.metres - alone.metres,
      stopsAhead: car.stops.count)
  }
}
