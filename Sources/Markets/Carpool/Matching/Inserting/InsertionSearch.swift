import Quantities
import Spaces
import Travellers

/// Finds the best pair of stops for a request in a driver's itinerary by an exact search over all pairs.
///
/// With k stops ahead there are (k+1)(k+2)/2 pairs; durations are queried once for each stop and each of pickup and
/// drop-off.
public struct InsertionSearch: ~Copyable {
  // One entry per position: 0 is the start, then the stops ahead, finally the destination.
  var base = ScratchList<Milliseconds>()
  var toPickup = ScratchList<Milliseconds>()
  var fromPickup = ScratchList<Milliseconds>()
  var toDropoff = ScratchList<Milliseconds>()
  var fromDropoff = ScratchList<Milliseconds>()
  var planned = ScratchList<Milliseconds>()
  var without = ScratchList<Milliseconds>()
  var roomOnLeg = ScratchList<Bool>()
  /// Whether any stop ahead ends a ride with a promised maximum duration.
  var ridesAreLimited = false
  /// The travel times required in addition for a search over meeting points.
  var walking = WalkingTimes()
  /// The halts ahead of the car, if passengers share stops; positions in the lists above then refer to these.
  var halts: [Halt] = []
  /// The bounds for a search over meeting points if stops are shared.
  var haltBounds = HaltBounds()

  public init() {}
}

extension InsertionSearch {
  /// Returns the result of evaluating every pair of positions in `itinerary` for the request of `question`.
  ///
  /// - Complexity: O(k³) in the stops ahead, and O(k) durations.
  mutating func search(_ question: InsertionQuestion, in itinerary: borrowing Itinerary) -> InsertionResult {
    if question.terms.sharesStops { return searchHalts(question, in: itinerary) }
    prepare(question, itinerary)
    return searchPrepared(question, in: itinerary)
  }

  /// Returns the best pair of positions, or the nearest miss; called after all preparations.
  ///
  /// - Parameter most: the greatest value of use to the caller; worse results may be reported as infeasible.
  func searchPrepared(
    _ question: InsertionQuestion, in itinerary: borrowing Itinerary, worth most: Int64 = .max
  ) -> InsertionResult {
    let count = itinerary.stops.count
    var result = InsertionResult()
    var least = most == .max ? .max : most + 1
    for pickup in 0...count {
      guard roomOnLeg[pickup], toPickup[pickup] != .never else { continue }
      for dropoff in pickup...count {
        guard roomOnLeg[dropoff] else { break }
        guard let added = addedDriving(pickup, dropoff, question) else { continue }
        if question.objective == .addedDriving, added.rawValue >= least { continue }
        let trial = propagate(pickup, dropoff, added, question, itinerary)
        result.take(trial, added: added, question, least: &least)
      }
    }
    complete(&result, value: least, question)
    return result
  }

  /// Completes `result` with the costs of the best pair, whose value is `least`, or with the reason why there is none.
  @inline(__always)
  func complete(_ result: inout InsertionResult, value least: Int64, _ question: InsertionQuestion) {
    result.agreement = question.agreement
    if let best = result.best {
      result.bindingLimit = nil
      func worth(by objective: Objective) -> Int64 {
        objective == question.objective
          ? least : objective.value(of: best, agreement: question.agreement, terms: question.terms)
      }
      result.cost = worth(by: .cost)
      result.value = worth(by: question.terms.insertion.objective)
    } else if result.bindingLimit == nil {
      result.bindingLimit = .seats
    }
  }

  /// Evaluates only the pair of positions in `pair`.
  mutating func search(
    _ question: InsertionQuestion, in itinerary: borrowing Itinerary, only pair: (pickup: Int, dropoff: Int)
  ) -> InsertionResult {
    var result = InsertionResult()
    result.agreement = question.agreement
    result.bindingLimit = .seats
    guard let trial = trial(pair, question, in: itinerary) else { return result }
    result.bindingLimit = nil
    if let broken = trial.broken {
      result.nearestMiss = trial.insertion.addedDriving
      result.bindingLimit = broken
      result.missedValue = trial.value
      result.missedBound = trial.bound
      return result
    }
    func worth(by objective: Objective) -> Int64 {
      objective.value(of: trial.insertion, agreement: question.agreement, terms: question.terms)
    }
    result.best = trial.insertion
    result.cost = worth(by: .cost)
    result.value = worth(by: question.terms.insertion.objective)
    return result
  }

  /// Returns the outcome of the pair of positions in `pair`; nil if there is no room for the passenger in between, or
  /// no route.
  mutating func trial(
    _ pair: (pickup: Int, dropoff: Int), _ question: InsertionQuestion, in itinerary: borrowing Itinerary
  ) -> Trial? {
    if question.terms.sharesStops { return trialHalts(pair, question, in: itinerary) }
    prepare(question, itinerary)
    guard (pair.pickup...pair.dropoff).allSatisfy({ roomOnLeg[$0] }), toPickup[pair.pickup] != .never,
      let added = addedDriving(pair.pickup, pair.dropoff, question)
    else { return nil }
    return propagate(pair.pickup, pair.dropoff, added, question, itinerary)
  }

  /// Returns whether some leg has room for the party, so that there is at least one pair of stops.
  static func hasRoom(for request: Request, driver: Driver, in itinerary: borrowing Itinerary) -> Bool {
    if itinerary.stops.isEmpty {
      return request.partySize <= driver.seats && request.luggage <= driver.luggageRoom
    }
    for leg in 0...itinerary.stops.count
    where itinerary.hasRoom(
      onLeg: leg, seats: driver.seats, luggageRoom: driver.luggageRoom, partySize: request.partySize,
      luggage: request.luggage)
    {
      // Between two parties at one stop of the car nobody rides.
      if leg == 0 || !itinerary.stops[leg - 1].isJoined { return true }
    }
    return false
  }

  mutating func prepare(_ question: InsertionQuestion, _ itinerary: borrowing Itinerary) {
    let stops = itinerary.stops
    let count = stops.count
    let space = question.space
    let pickup = question.inquiry.request.origin
    let dropoff = question.inquiry.request.destination
    toPickup.removeAll()
    fromPickup.removeAll()
    toDropoff.removeAll()
    fromDropoff.removeAll()
    preparePlan(question, itinerary)
    let (start, destination) = (question.start.diversion.place, itinerary.destination)
    func place(_ position: Int) -> Place {
      position == 0 ? start : position <= count ? stops[position - 1].place : destination
    }
    // All at once, so that their memory accesses overlap.
    for position in 0...(count + 1) {
      if position <= count { space.expect(place(position), hub: .destination) }
      if position > 0 { space.expect(place(position), hub: .origin) }
    }
    var isReachable = false
    for position in 0...(count + 1) {
      let place = place(position)
      let roomAfter = position <= count && roomOnLeg[position]
      let roomBefore = position > 0 && roomOnLeg[position - 1]
      toPickup.append(roomAfter ? space.duration(from: place, to: pickup, hub: .destination) : .never)
      if roomAfter { isReachable = true }
      let isInner = position > 0
      // The drop-off lies between the pickup and the destination: no car drives directly from the one to the
      // other.
      fromPickup.append(
        isInner && position <= count && isReachable && roomBefore
          ? space.duration(from: pickup, to: place, hub: .origin) : .never)
      toDropoff.append(
        isInner && roomAfter ? space.duration(from: place, to: dropoff, hub: .destination) : .never)
      // A waiting car stays where the last passenger alights.
      let isBack = position > count && itinerary.waits
      fromDropoff.append(
        !roomBefore ? .never : isBack ? .zero : space.duration(from: dropoff, to: place, hub: .origin))
    }
  }

  /// Computes the values that do not depend on the passenger's trip.
  mutating func preparePlan(_ question: InsertionQuestion, _ itinerary: borrowing Itinerary) {
    let stops = itinerary.stops
    let count = stops.count
    base.removeAll()
    planned.removeAll()
    without.removeAll()
    roomOnLeg.removeAll()
    // A full car needs no travel times: only positions beside a leg with room are queried.
    for position in 0...count {
      roomOnLeg.append(
        itinerary.hasRoom(
          onLeg: position, seats: question.driver.seats, luggageRoom: question.driver.luggageRoom,
          partySize: question.inquiry.request.partySize, luggage: question.inquiry.request.luggage))
    }
    base.append(question.start.firstLeg)
    for position in 0..<count {
      base.append(itinerary.arrival(ofLeg: position + 1) - stops[position].leave)
    }
    ridesAreLimited = false
    for stop in stops {
      planned.append(stop.arrive)
      if stop.maxRide != .never { ridesAreLimited = true }
    }
    planned.append(itinerary.isIdle ? question.start.diversion.time : itinerary.arrival)
    var time = question.start.diversion.time
    for position in 0...count {
      time = time + base[position]
      without.append(time)
      if position < count {
        time = max(time, stops[position].earliest) + (stops[position].duration ?? question.terms.stopDuration)
      }
    }
    guard question.start.isFree else { return }
    // A driver who has not left may leave then, whatever the plan.
    planned.removeAll()
    for position in 0...count { planned.append(without[position]) }
  }

  private func addedDriving(
    _ pickup: Int, _ dropoff: Int, _ question: InsertionQuestion
  ) -> Milliseconds? {
    if pickup == dropoff {
      return sum(toPickup[pickup], question.direct, fromDropoff[pickup + 1], minus: base[pickup])
    }
    guard let first = sum(toPickup[pickup], fromPickup[pickup + 1], .zero, minus: base[pickup]),
      let second = sum(toDropoff[dropoff], fromDropoff[dropoff + 1], .zero, minus: base[dropoff])
    else { return nil }
    return first + second
  }

  func sum(
    _ a: Milliseconds, _ b: Milliseconds, _ c: Milliseconds, minus base: Milliseconds
  ) -> Milliseconds? {
    a == .never || b == .never || c == .never ? nil : a + b + c - base
  }
}
