import Market
public import Quantities
import Spaces

/// A way to take a passenger along: where the pickup and the drop-off go in the order of stops, and what
/// that costs the driver.
public struct Insertion: Hashable, Sendable {
  /// How many of the planned stops come before the pickup.
  public var pickupAfter: Int
  /// How many of the planned stops come before the drop-off.
  public var dropoffAfter: Int
  /// From the decision until the driver would reach the passenger.
  public var timeToPickup: Milliseconds
  /// Driving time added, stops and waiting left out: the pair of stops with the least stands for the driver.
  public var addedDriving: Milliseconds
  /// Later arrival at the destination, stops and waiting counted.
  public var detour: Milliseconds
}

/// What a search over the pairs of stops of one driver found.
public struct InsertionResult: Sendable {
  /// The feasible pair of least added driving time; nil where no pair is feasible.
  public var best: Insertion?
  /// Where none is: the limit that the pair of least added driving time broke first, and its driving time.
  public var bindingLimit: Limit?
  public var nearestMiss: Milliseconds = .never
  /// By how much that limit was missed: the value that the pair would have had, and the largest allowed.
  public var missedValue = 0.0
  public var missedBound = 0.0
}

/// From where a car is taken to go on when an insertion is evaluated.
public enum Vantage: Sendable {
  /// Its last reported position: all that the matcher knows when it decides.
  case reported
  /// Where it really is: what counts when the driver accepts.
  case actual
}

/// Finds the best pair of stops for a request in a driver's itinerary, over all pairs, exactly.
///
/// With k stops ahead there are (k+1)(k+2)/2 pairs; durations are asked of the space once per stop and end.
public struct InsertionSearch {
  // One entry per position: 0 is the start, then the stops ahead, last the destination.
  private var base: [Milliseconds] = []
  private var toPickup: [Milliseconds] = []
  private var fromPickup: [Milliseconds] = []
  private var toDropoff: [Milliseconds] = []
  private var fromDropoff: [Milliseconds] = []
  private var planned: [Milliseconds] = []
  private var without: [Milliseconds] = []
  private var roomOnLeg: [Bool] = []

  public init() {}
}

/// Everything that an evaluation looks at and does not change.
struct InsertionQuestion {
  let driver: Driver
  let request: Request
  let promise: Promise
  let terms: Terms
  let space: any Space
  let now: Milliseconds
  let start: Diversion
  let vantage: Vantage
}

extension InsertionSearch {
  /// Evaluates every pair of positions for the question's request in `itinerary`.
  ///
  /// - Complexity: O(k³) in the stops ahead, and O(k) durations.
  mutating func search(_ question: InsertionQuestion, in itinerary: borrowing Itinerary) -> InsertionResult {
    let count = itinerary.stops.count
    prepare(question, itinerary)
    var result = InsertionResult()
    var least = Milliseconds.never
    for pickup in 0...count {
      guard roomOnLeg[pickup], toPickup[pickup] != .never else { continue }
      for dropoff in pickup...count {
        guard roomOnLeg[dropoff] else { break }
        guard let added = addedDriving(pickup, dropoff, question), added < least else { continue }
        let trial = propagate(pickup, dropoff, added, question, itinerary)
        if let limit = trial.broken {
          if added < result.nearestMiss {
            result.nearestMiss = added
            result.bindingLimit = limit
            result.missedValue = trial.value
            result.missedBound = trial.bound
          }
        } else {
          least = added
          result.best = trial.insertion
        }
      }
    }
    if result.best != nil {
      result.bindingLimit = nil
    } else if result.bindingLimit == nil {
      result.bindingLimit = .seats
    }
    return result
  }

  /// Whether some leg has the room: then there is a pair of stops for the party.
  static func hasRoom(for request: Request, driver: Driver, in itinerary: borrowing Itinerary) -> Bool {
    if itinerary.stops.isEmpty {
      return request.partySize <= driver.seats && request.luggage <= driver.luggageRoom
    }
    for leg in 0...itinerary.stops.count
    where itinerary.hasRoom(
      onLeg: leg, seats: driver.seats, luggageRoom: driver.luggageRoom, partySize: request.partySize,
      luggage: request.luggage)
    {
      return true
    }
    return false
  }

  private mutating func prepare(_ question: InsertionQuestion, _ itinerary: borrowing Itinerary) {
    let stops = itinerary.stops
    let count = stops.count
    let space = question.space
    let pickup = question.request.origin
    let dropoff = question.request.destination
    base.removeAll(keepingCapacity: true)
    toPickup.removeAll(keepingCapacity: true)
    fromPickup.removeAll(keepingCapacity: true)
    toDropoff.removeAll(keepingCapacity: true)
    fromDropoff.removeAll(keepingCapacity: true)
    planned.removeAll(keepingCapacity: true)
    without.removeAll(keepingCapacity: true)
    roomOnLeg.removeAll(keepingCapacity: true)
    // A full car needs no travel times: only the positions beside a leg with room are asked about.
    for position in 0...count {
      roomOnLeg.append(
        itinerary.hasRoom(
          onLeg: position, seats: question.driver.seats, luggageRoom: question.driver.luggageRoom,
          partySize: question.request.partySize, luggage: question.request.luggage))
    }
    var isReachable = false
    for position in 0...(count + 1) {
      let place =
        position == 0
        ? question.start.place : position <= count ? stops[position - 1].place : itinerary.destination
      let roomAfter = position <= count && roomOnLeg[position]
      let roomBefore = position > 0 && roomOnLeg[position - 1]
      toPickup.append(roomAfter ? space.duration(from: place, to: pickup, hub: .destination) : .never)
      if roomAfter { isReachable = true }
      let isInner = position > 0
      fromPickup.append(
        isInner && isReachable && roomBefore
          ? space.duration(from: pickup, to: place, hub: .origin) : .never)
      toDropoff.append(
        isInner && roomAfter ? space.duration(from: place, to: dropoff, hub: .destination) : .never)
      fromDropoff.append(roomBefore ? space.duration(from: dropoff, to: place, hub: .origin) : .never)
    }
    base.append(firstLeg(question, itinerary))
    for position in 0..<count {
      let next = position + 1 < count ? stops[position + 1].arrive : itinerary.arrival
      base.append(next - stops[position].leave)
    }
    for stop in stops { planned.append(stop.arrive) }
    planned.append(itinerary.arrival)
    var time = question.start.time
    for position in 0...count {
      time = time + base[position]
      without.append(time)
      if position < count { time = max(time, stops[position].earliest) + question.terms.stopDuration }
    }
  }

  /// How long the car needs from its start to the first stop ahead or the destination, taking nobody along.
  private func firstLeg(_ question: InsertionQuestion, _ itinerary: borrowing Itinerary) -> Milliseconds {
    let next = itinerary.stops.first?.arrive ?? itinerary.arrival
    let start = question.start
    guard question.vantage == .reported else { return next - start.time }
    // Behind the last turn, or off the vertices, the way along the track is not the way from there.
    if start.place.node >= 0, start.index >= itinerary.legStart {
      return next - itinerary.track.vertices[start.index].time
    }
    return question.space.duration(
      from: start.place, to: itinerary.stops.first?.place ?? itinerary.destination, hub: .origin)
  }

  private func addedDriving(
    _ pickup: Int, _ dropoff: Int, _ question: InsertionQuestion
  ) -> Milliseconds? {
    if pickup == dropoff {
      let direct = question.request.direct.duration
      return sum(toPickup[pickup], direct, fromDropoff[pickup + 1], minus: base[pickup])
    }
    guard let first = sum(toPickup[pickup], fromPickup[pickup + 1], .zero, minus: base[pickup]),
      let second = sum(toDropoff[dropoff], fromDropoff[dropoff + 1], .zero, minus: base[dropoff])
    else { return nil }
    return first + second
  }

  private func sum(
    _ a: Milliseconds, _ b: Milliseconds, _ c: Milliseconds, minus base: Milliseconds
  ) -> Milliseconds? {
    a == .never || b == .never || c == .never ? nil : a + b + c - base
  }
}

extension InsertionSearch {
  /// What a pair of positions would lead to.
  private struct Trial {
    var insertion: Insertion
    /// The first limit that is broken, in the order of `Limit`; then what the pair has and what is allowed,
    /// in seconds or as a ratio.
    var broken: Limit?
    var value = 0.0
    var bound = 0.0

    mutating func require(_ limit: Limit, _ value: Milliseconds, atMost bound: Milliseconds) {
      guard broken == nil, value > bound else { return }
      broken = limit
      self.value = value.seconds
      self.bound = bound.seconds
    }
  }

  /// Drives the itinerary with the passenger inserted, and checks every limit on the way.
  private func propagate(
    _ pickup: Int, _ dropoff: Int, _ added: Milliseconds, _ question: InsertionQuestion,
    _ itinerary: borrowing Itinerary
  ) -> Trial {
    let request = question.request
    let stop = question.terms.stopDuration
    let count = itinerary.stops.count
    var time = question.start.time
    var boarding = Milliseconds.zero
    var alighting = Milliseconds.zero
    var worst = Promises()
    for position in 0...count {
      if position == pickup {
        boarding = time + toPickup[position]
        time = max(boarding, request.earliestPickup) + stop
        if position != dropoff { time = time + fromPickup[position + 1] }
      }
      if position == dropoff {
        alighting = time + (position == pickup ? request.direct.duration : toDropoff[position])
        time = alighting + stop + fromDropoff[position + 1]
      } else if position != pickup {
        time = time + base[position]
      }
      guard position < count else { break }
      // The planned time moves by what the insertion adds, not by how far the report lags behind.
      let arrival = planned[position] + (time - without[position])
      let planned = itinerary.stops[position]
      worst.check(planned, arrival: arrival)
      time = max(time, planned.earliest) + stop
    }
    let detour = time - without[count]
    let driver = question.driver
    let arrival = planned[count] + detour
    let total = arrival - driver.depart - driver.solo.duration
    var trial = Trial(
      insertion: Insertion(
        pickupAfter: pickup, dropoffAfter: dropoff, timeToPickup: boarding - question.now,
        addedDriving: added, detour: detour))
    trial.require(.detour, total, atMost: driver.maxDetour)
    let ratio = Double(total.rawValue) / Double(max(1, driver.solo.duration.rawValue))
    if trial.broken == nil, ratio > driver.maxDetourRatio {
      trial.broken = .detourRatio
      trial.value = ratio
      trial.bound = driver.maxDetourRatio
    }
    trial.require(.arrival, arrival, atMost: driver.latestArrival)
    trial.require(.wait, boarding, atMost: question.promise.latestPickup)
    trial.require(.dropoff, alighting, atMost: question.promise.latestDropoff)
    trial.require(.ride, alighting - boarding, atMost: question.promise.maxRide)
    trial.require(.promise, worst.time, atMost: worst.bound)
    return trial
  }

  /// The first promise to a passenger accepted before that a trial breaks.
  private struct Promises {
    var time = Milliseconds.zero
    var bound = Milliseconds.never
    private var pickups: [(request: Int32, arrival: Milliseconds)] = []

    mutating func check(_ stop: PlannedStop, arrival: Milliseconds) {
      note(arrival, stop.latest)
      if stop.isPickup {
        pickups.append((stop.request, arrival))
      } else if stop.maxRide != .never {
        let ahead = pickups.first { $0.request == stop.request }?.arrival
        note(arrival - (ahead ?? stop.pickedUp), stop.maxRide)
      }
    }

    private mutating func note(_ time: Milliseconds, _ bound: Milliseconds) {
      guard self.bound == .never, time > bound else { return }
      self.time = time
      self.bound = bound
    }
  }
}
