import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Travellers

/// Shared stops once more, from the words of their definition: a plan is a list of calls, each a place with a set of parties, who board
/// and alight side by side. Every call that a passenger may join, and every new one, is driven.
extension TwoCirclesByHand {
  /// A party that boards or alights.
  struct Party {
    var earliest: Milliseconds
    var duration: Milliseconds
    /// Persons and pieces of luggage that are in the car from then on; negative for those that leave it.
    var persons: Int
    var pieces: Int
  }

  /// A place at which a car calls.
  struct Call {
    var place: Place
    var parties: [Party] = []
    /// How many of the planned stops are made here.
    var stops = 0
  }

  /// A plan with one more passenger, and the numbers of the calls at which they get on and off.
  struct SharedPlan {
    var calls: [Call]
    var pickup: Int
    var dropoff: Int
    /// How many planned stops come before.
    var pickupAfter: Int
    var dropoffAfter: Int
  }

  /// The calls of `car` as it has planned them.
  func calls(of car: Car) -> [Call] {
    var calls: [Call] = []
    for stop in car.stops {
      if calls.last?.place != stop.place { calls.append(Call(place: stop.place)) }
      let sign = stop.isPickup ? 1 : -1
      calls[calls.count - 1].stops += 1
      calls[calls.count - 1].parties.append(
        Party(
          earliest: stop.earliest, duration: stop.duration ?? world.terms.stopDuration,
          persons: sign * Int(stop.partySize), pieces: sign * Int(stop.luggage)))
    }
    return calls
  }

  /// Each list that comes of a party at `place`, from call number `least` on: at a new call, or at one of those there.
  private func with(
    _ party: Party, at place: Place, _ calls: [Call], from least: Int
  ) -> [(calls: [Call], number: Int)] {
    (least...calls.count).flatMap { number -> [(calls: [Call], number: Int)] in
      var lists: [(calls: [Call], number: Int)] = []
      var longer = calls
      longer.insert(Call(place: place, parties: [party]), at: number)
      lists.append((longer, number))
      if number < calls.count, calls[number].place == place {
        var same = calls
        same[number].parties.append(party)
        lists.append((same, number))
      }
      return lists
    }
  }

  /// Every plan of `car` with `request`, in the order of the pickup, then of the drop-off, in which the car has room and no two calls
  /// that follow each other are at one place.
  func sharedPlans(_ request: Request, _ meet: Meet, _ car: Car, ready: Milliseconds) -> [SharedPlan] {
    func party(_ sign: Int, _ earliest: Milliseconds, _ duration: Milliseconds?) -> Party {
      Party(
        earliest: earliest, duration: duration ?? world.terms.stopDuration,
        persons: sign * Int(request.partySize), pieces: sign * Int(request.luggage))
    }
    let boards = party(1, max(request.earliestPickup, ready), request.boarding)
    let alights = party(-1, request.earliestDropoff, request.alighting)
    let begun = with(boards, at: meet.pickup, calls(of: car), from: 0)
    return begun.flatMap { begun in
      with(alights, at: meet.dropoff, begun.calls, from: begun.number + 1).map { ended in
        SharedPlan(
          calls: ended.calls, pickup: begun.number, dropoff: ended.number,
          pickupAfter: ended.calls[...begun.number].reduce(0) { $0 + $1.stops },
          dropoffAfter: ended.calls[..<ended.number].reduce(0) { $0 + $1.stops })
      }
    }.filter { plan in
      zip(plan.calls, plan.calls.dropFirst()).allSatisfy { $0.place != $1.place } && hasRoom(plan, car)
    }
  }

  /// Whether the car is nowhere too full between the pickup and the drop-off.
  private func hasRoom(_ plan: SharedPlan, _ car: Car) -> Bool {
    var (persons, pieces) = (Int(car.onBoard), Int(car.luggageOnBoard))
    for (number, call) in plan.calls.enumerated() {
      persons += call.parties.reduce(0) { $0 + $1.persons }
      pieces += call.parties.reduce(0) { $0 + $1.pieces }
      guard number >= plan.pickup, number < plan.dropoff else { continue }
      if persons > Int(car.driver.seats) || pieces > Int(car.driver.luggageRoom) { return false }
    }
    return true
  }

  /// How a car drives along calls.
  struct Round {
    var arrivals: [Milliseconds] = []
    var driving = Milliseconds.zero
    var metres: Metres = 0
    /// When it is at its destination, or, of a car that waits, when the last call is over.
    var end: Milliseconds

    /// The arrival at each planned stop.
    func arrivals(atStopsOf calls: [Call]) -> [Milliseconds] {
      zip(calls, arrivals).flatMap { call, arrival in Array(repeating: arrival, count: call.stops) }
    }
  }

  /// Drives along `calls` from `start`; `first` is how long the car needs to the first, where that was planned. Nil where no road
  /// leads along them.
  func round(
    _ calls: [Call], of driver: Driver, from start: (place: Place, time: Milliseconds), first: Milliseconds?
  ) -> Round? {
    let space = world.plainSpace(at: driver.depart)
    var round = Round(end: start.time)
    var place = start.place
    let ends = driver.waits ? [] : [Call(place: driver.destination)]
    for (number, call) in (calls + ends).enumerated() {
      guard let travel = roads.travel(from: place, to: call.place, in: space) else { return nil }
      let duration = (number == 0 ? first : nil) ?? travel.duration
      round.driving = round.driving + duration
      round.metres += travel.metres
      round.end = round.end + duration
      guard number < calls.count else { break }
      round.arrivals.append(round.end)
      round.end = call.parties.map { max(round.end, $0.earliest) + $0.duration }.max()!
      place = call.place
    }
    return round
  }

  /// Every plan with `request`, as seen from the report.
  func sharedTrials(
    _ request: Request, _ meet: Meet, _ car: Car, from start: (place: Place, time: Milliseconds),
    at time: Milliseconds
  ) -> [Trial] {
    let ready = time + meet.toPickup
    guard let alone = round(calls(of: car), of: car.driver, from: start, first: nil) else { return [] }
    let before = alone.arrivals(atStopsOf: calls(of: car))
    let last = car.driver.waits && car.stops.isEmpty ? start.time : car.way[car.way.count - 1].time
    return sharedPlans(request, meet, car, ready: ready).compactMap { plan in
      guard let with = round(plan.calls, of: car.driver, from: start, first: nil) else { return nil }
      let boarding = max(with.arrivals[plan.pickup], ready)
      let alighting = max(with.arrivals[plan.dropoff], request.earliestDropoff)
      let moved = zip(car.stops, zip(with.arrivals(atStopsOf: plan.calls), before)).map {
        $0.arrive + ($1.0 - $1.1)
      }
      let added = with.driving - alone.driving
      let detour = car.driver.waits ? added : with.end - alone.end
      let broken =
        brokenLimit(of: car.driver, arrival: last + (with.end - alone.end))
        ?? brokenLimit(of: request, boarding: boarding, alighting: alighting, walk: meet.fromDropoff)
        ?? (keepsPromises(car, moved) ? nil : .promise)
      return Trial(
        choice: choice(plan, car, request, boarding: boarding - time, added: added, detour: detour),
        broken: broken)
    }
  }

  /// The choice that `plan` comes to.
  func choice(
    _ plan: SharedPlan, _ car: Car, _ request: Request, boarding: Milliseconds, added: Milliseconds,
    detour: Milliseconds
  ) -> Choice {
    let weights = world.terms.weights
    let cost =
      weights.timeToPickup * Double(boarding.rawValue) + weights.detour * Double(detour.rawValue)
      + Double(weights.preference.rawValue) * (1 - agreement(request, car.driver))
    return Choice(
      driver: car.number, pickupAfter: plan.pickupAfter, dropoffAfter: plan.dropoffAfter,
      timeToPickup: boarding, addedDriving: added, detour: detour, cost: Int64(cost.rounded()))
  }
}

extension InsertionByHand {
  /// Every plan of `car` with `request` that keeps all limits, from where the car truly is.
  func sharedPlans(
    of car: Car, for request: Request, _ meet: TwoCirclesByHand.Meet, at time: Milliseconds
  ) -> [Plan] {
    let start = start(of: car, at: time)
    let ready = time + meet.toPickup
    let calls = circles.calls(of: car)
    let planned = (car.stops.first?.arrive ?? car.way[car.way.count - 1].time) - start.time
    guard let alone = circles.round(calls, of: car.driver, from: start, first: planned) else { return [] }
    return circles.sharedPlans(request, meet, car, ready: ready).compactMap { plan in
      let isFirst = plan.pickup == 0 && plan.calls[0].stops == 0
      guard
        let with = circles.round(plan.calls, of: car.driver, from: start, first: isFirst ? nil : planned)
      else { return nil }
      let boarding = max(with.arrivals[plan.pickup], ready)
      let alighting = max(with.arrivals[plan.dropoff], request.earliestDropoff)
      let arrivals = with.arrivals(atStopsOf: plan.calls)
      guard circles.brokenLimit(of: car.driver, arrival: with.end) == nil,
        circles.brokenLimit(of: request, boarding: boarding, alighting: alighting, walk: meet.fromDropoff)
          == nil, circles.keepsPromises(car, arrivals),
        world.terms.insertion.objective != .earliestArrival
          || zip(arrivals, car.stops).allSatisfy({ $0 <= $1.arrive })
      else { return nil }
      let added = with.driving - alone.driving
      let choice = circles.choice(
        plan, car, request, boarding: boarding - time, added: added,
        detour: car.driver.waits ? added : with.end - alone.end)
      return Plan(
        choice: choice, boarding: boarding, alighting: alighting, timeToDropoff: alighting - time,
        walk: meet.fromDropoff, addedMetres: with.metres - alone.metres, stopsAhead: car.stops.count)
    }
  }
}

/// Answers as `BestInsertion` does, and tries all plans of drivers who have not left, each at its latest departure.
final class SharedDepartureWitness: Policy, @unchecked Sendable {
  let name = "shared_departure_witness"
  let vantage = Vantage.actual
  var world = World(.plane, spacing: 40, seed: 0)
  private(set) var fault: String?
  private(set) var feasible = 0
  private(set) var later = 0
  private(set) var withStops = 0

  func choose(for attempt: inout Attempt) -> Candidate? {
    for driver in attempt.fleet.active.sorted() where attempt.fleet.isFree(driver, at: attempt.time) {
      if fault == nil { fault = compare(driver, attempt) }
    }
    return BestInsertion().choose(for: &attempt)
  }

  /// Whether nobody of those with `stops`, all of whom are still to board, rides too long.
  private func keepsRides(_ stops: [PlannedStop], _ arrivals: [Milliseconds]) -> Bool {
    zip(stops, arrivals).allSatisfy { stop, arrival in
      guard !stop.isPickup, stop.maxRide != .never,
        let boarding = zip(stops, arrivals).first(where: { $0.0.isPickup && $0.0.request == stop.request })?.1
      else { return true }
      return max(arrival, stop.earliest) - boarding <= stop.maxRide
    }
  }

  private func compare(_ number: DriverIndex, _ attempt: Attempt) -> String? {
    let (request, itinerary) = (attempt.request, attempt.fleet.itineraries[number])
    let circles = TwoCirclesByHand(world: world)
    let driver = world.drivers[Int(number)]
    let car = TwoCirclesByHand.Car(
      number: number, driver: driver, way: itinerary.track.vertices, stops: itinerary.stops,
      onBoard: itinerary.onBoard, luggageOnBoard: itinerary.luggageOnBoard)
    let earliest = max(driver.depart, attempt.time)
    let own = itinerary.arrival - itinerary.departure
    var best: (value: Int64, choice: TwoCirclesByHand.Choice)?
    for plan in circles.sharedPlans(request, circles.atTheDoor(request), car, ready: .zero) {
      func drive(_ departure: Milliseconds) -> TwoCirclesByHand.Round? {
        circles.round(plan.calls, of: driver, from: (driver.origin, departure), first: nil)
      }
      /// Whether nobody is late.
      func isInTime(_ departure: Milliseconds) -> Bool {
        guard let round = drive(departure) else { return false }
        let stops = zip(car.stops, round.arrivals(atStopsOf: plan.calls))
        return round.arrivals[plan.pickup] <= attempt.promise.latestPickup
          && round.arrivals[plan.dropoff] <= attempt.promise.latestDropoff
          && stops.allSatisfy { $1 <= $0.latest } && round.end <= driver.latestArrival
      }
      var departure = earliest
      guard isInTime(departure) else { continue }
      if !driver.leavesAtOnce {
        for bit in (0...22).reversed() where isInTime(departure + Milliseconds(1 << Int64(bit))) {
          departure = departure + Milliseconds(1 << Int64(bit))
        }
      }
      guard let round = drive(departure),
        let alone = circles.round(
          circles.calls(of: car), of: driver, from: (driver.origin, departure), first: nil)
      else { continue }
      let boarding = round.arrivals[plan.pickup]
      let alighting = max(round.arrivals[plan.dropoff], request.earliestDropoff)
      let total = round.end - departure - driver.solo.duration
      guard alighting <= attempt.promise.latestDropoff, alighting - boarding <= attempt.promise.maxRide,
        total <= driver.maxDetour,
        Double(total.rawValue) / Double(max(1, driver.solo.duration.rawValue)) <= driver.maxDetourRatio,
        keepsRides(car.stops, round.arrivals(atStopsOf: plan.calls))
      else { continue }
      feasible += 1
      later += departure > earliest ? 1 : 0
      withStops += car.stops.isEmpty ? 0 : 1
      let choice = circles.choice(
        plan, car, request, boarding: boarding - attempt.time, added: round.driving - alone.driving,
        detour: round.end - departure - own)
      let value = world.terms.insertion.objective == .cost ? choice.cost : choice.addedDriving.rawValue
      if value < best?.value ?? .max { best = (value, choice) }
    }
    let found = attempt.fleet.evaluate(attempt.inquiry, into: number, from: .actual)
    let same =
      found.best?.timeToPickup == best?.choice.timeToPickup && found.best?.detour == best?.choice.detour
      && found.best?.pickupAfter == best?.choice.pickupAfter
      && found.best?.dropoffAfter == best?.choice.dropoffAfter
    return same
      ? nil : "\(request.id), driver \(driver.id): found \(found), by hand \(String(describing: best))"
  }
}

extension World {
  /// Lets parties share stops, and passengers travel between a few places, most of them.
  mutating func shareStops(seed: UInt64) {
    terms.sharesStops = true
    var random = SplitMix64(seed: seed &+ 0x57095)
    let all = requests.map(\.origin) + requests.map(\.destination) + drivers.map(\.destination)
    let places = (0..<random.whole(3...6)).map { _ in random.pick(all) }
    for index in requests.indices where random.chance(0.85) {
      let (origin, destination) = (random.pick(places), random.pick(places))
      let time = max(requests[index].submit, requests[index].earliestPickup)
      guard origin != destination,
        let direct = plainSpace(at: time).travel(from: origin, to: destination)
      else { continue }
      let longer = direct.duration - requests[index].direct.duration
      (requests[index].origin, requests[index].destination) = (origin, destination)
      requests[index].direct = direct
      if requests[index].latestDropoff != .never {
        requests[index].latestDropoff = max(
          requests[index].latestDropoff + longer, requests[index].earliestDropoff)
      }
      if requests[index].maxRide != .never { requests[index].maxRide = requests[index].maxRide + longer }
    }
  }
}
