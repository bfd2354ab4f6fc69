import Quantities
import Spaces
import Travellers

extension InsertionSearch {
  /// The outcome of inserting the passenger at a pair of positions.
  struct Trial {
    var insertion: Insertion
    /// The time at which the car leaves its start.
    var departure = Milliseconds.zero
    /// The time at which the passenger alights.
    var dropoff = Milliseconds.zero
    /// The first violated limit, in the order of `Limit`; then the value that violates it and the value allowed, in
    /// seconds or as a ratio.
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

  /// Returns the outcome: propagates times along the itinerary with the passenger inserted, and checks every limit.
  func propagate(
    _ pickup: Int, _ dropoff: Int, _ added: Milliseconds, _ question: InsertionQuestion,
    _ itinerary: borrowing Itinerary
  ) -> Trial {
    let request = question.inquiry.request
    let stop = question.terms.stopDuration
    let count = itinerary.stops.count
    let isFree = question.start.isFree
    let begin =
      isFree && !question.driver.leavesAtOnce
      ? latestDeparture(pickup, dropoff, question, itinerary) : question.start.diversion.time
    var time = begin
    var boarding = Milliseconds.zero
    var alighting = Milliseconds.zero
    var worst = Promises(
      ridesAreLimited: ridesAreLimited, keepsArrivals: question.objective == .earliestArrival)
    for position in 0...count {
      if position == pickup {
        boarding = max(time + toPickup[position], question.ready)
        time = max(boarding, request.earliestPickup) + (request.boarding ?? stop)
        if position != dropoff { time = time + fromPickup[position + 1] }
      }
      if position == dropoff {
        time = time + (position == pickup ? question.direct : toDropoff[position])
        alighting = max(time, request.earliestDropoff)
        time = alighting + (request.alighting ?? stop) + fromDropoff[position + 1]
      } else if position != pickup {
        time = time + base[position]
      }
      guard position < count else { break }
      // The planned time changes by what the insertion adds, not by the lag of the report.
      let arrival = planned[position] + (time - without[position])
      let planned = itinerary.stops[position]
      worst.check(planned, arrival: arrival)
      time = max(time, planned.earliest) + (planned.duration ?? stop)
    }
    return judge(
      (pickup, dropoff), added, (begin, boarding, alighting), end: time, worst, question, itinerary)
  }

  /// Returns the outcome of a plan that ends at `time`; `worst` holds the promises checked on the way.
  ///
  /// - Parameter pair: the numbers of planned stops before the pickup and before the drop-off.
  /// - Parameter times: the departure from the start, the boarding and the alighting.
  @inline(__always)
  func judge(
    _ pair: (pickup: Int, dropoff: Int), _ added: Milliseconds,
    _ times: (begin: Milliseconds, boarding: Milliseconds, alighting: Milliseconds), end time: Milliseconds,
    _ worst: Promises, _ question: InsertionQuestion, _ itinerary: borrowing Itinerary
  ) -> Trial {
    let (begin, boarding, alighting) = times
    let isFree = question.start.isFree
    let count = planned.count - 1
    let delay = time - without[count]
    let driver = question.driver
    let arrival = planned[count] + delay
    let travelled = arrival - (isFree ? begin : itinerary.departure)
    let total = travelled - driver.solo.duration
    let detour = isFree ? travelled - (itinerary.arrival - itinerary.departure) : delay
    var trial = Trial(
      insertion: Insertion(
        pickupAfter: pair.pickup, dropoffAfter: pair.dropoff, timeToPickup: boarding - question.inquiry.time,
        timeToDropoff: alighting - question.inquiry.time, addedDriving: added,
        detour: itinerary.waits ? added : detour))
    trial.departure = begin
    trial.dropoff = alighting
    trial.require(.detour, total, atMost: driver.maxDetour)
    let ratio = Double(total.rawValue) / Double(max(1, driver.solo.duration.rawValue))
    if trial.broken == nil, ratio > driver.maxDetourRatio {
      trial.broken = .detourRatio
      trial.value = ratio
      trial.bound = driver.maxDetourRatio
    }
    trial.require(.arrival, arrival, atMost: driver.latestArrival)
    trial.require(.wait, boarding, atMost: question.inquiry.promise.latestPickup)
    trial.require(.dropoff, alighting, atMost: question.latestDropoff)
    trial.require(.ride, alighting - boarding, atMost: question.inquiry.promise.maxRide)
    trial.require(.promise, worst.time, atMost: worst.bound)
    return trial
  }

  /// The promises to already accepted passengers, as checked along a plan.
  struct Promises {
    var time = Milliseconds.zero
    var bound = Milliseconds.never
    /// Whether any ride duration is limited; if not, the arrivals at pickups are irrelevant.
    private let ridesAreLimited: Bool
    /// Whether no passenger may be delayed.
    private let keepsArrivals: Bool
    private var pickups: [(request: RequestIndex, arrival: Milliseconds)] = []

    init(ridesAreLimited: Bool, keepsArrivals: Bool) {
      self.ridesAreLimited = ridesAreLimited
      self.keepsArrivals = keepsArrivals
    }

    mutating func check(_ stop: PlannedStop, arrival: Milliseconds) {
      note(arrival, stop.latest(keepsArrivals: keepsArrivals))
      if stop.isPickup {
        if ridesAreLimited { pickups.append((stop.request, max(arrival, stop.ready))) }
      } else if stop.maxRide != .never {
        let ahead = pickups.first { $0.request == stop.request }?.arrival
        note(max(arrival, stop.earliest) - (ahead ?? stop.pickedUp), stop.maxRide)
      }
    }

    private mutating func note(_ time: Milliseconds, _ bound: Milliseconds) {
      guard self.bound == .never, time > bound else { return }
      self.time = time
      self.bound = bound
    }
  }
}

extension InsertionSearch {
  /// Returns the latest departure of a driver who has not left such that, with the passenger inserted, every promised
  /// time and the latest arrival are met; the earliest departure if none meets them.
  ///
  /// A later departure delays an arrival only by the part that exceeds the waiting before it, so one pass finds the
  /// latest departure that every bound allows. Rides and detours get no longer with a later departure: if they are too
  /// long at the latest one, they are too long at any.
  func latestDeparture(
    _ pickup: Int, _ dropoff: Int, _ question: InsertionQuestion, _ itinerary: borrowing Itinerary
  ) -> Milliseconds {
    let inquiry = question.inquiry
    let request = inquiry.request
    let stop = question.terms.stopDuration
    let count = itinerary.stops.count
    let earliest = question.start.diversion.time
    var schedule = FreeSchedule(time: earliest)
    for position in 0...count {
      if position == pickup {
        schedule.drive(toPickup[position])
        schedule.wait(until: question.ready)
        schedule.bind(by: inquiry.promise.latestPickup)
        schedule.wait(until: request.earliestPickup)
        schedule.drive(request.boarding ?? stop)
        if position != dropoff { schedule.drive(fromPickup[position + 1]) }
      }
      if position == dropoff {
        schedule.drive(position == pickup ? question.direct : toDropoff[position])
        schedule.bind(by: question.latestDropoff)
        schedule.wait(until: request.earliestDropoff)
        schedule.drive((request.alighting ?? stop) + fromDropoff[position + 1])
      } else if position != pickup {
        schedule.drive(base[position])
      }
      guard position < count else { break }
      schedule.bind(by: itinerary.stops[position].latest)
      schedule.wait(until: itinerary.stops[position].earliest)
      schedule.drive(itinerary.stops[position].duration ?? stop)
    }
    schedule.bind(by: question.driver.latestArrival)
    return schedule.room == .never ? earliest : earliest + max(.zero, schedule.room)
  }
}

/// The schedule of a car at its earliest departure, and its slack.
struct FreeSchedule {
  var time: Milliseconds
  private var waited = Milliseconds.zero
  /// The maximum postponement of the departure; negative if even the earliest departure is too late, `.never` if
  /// unlimited.
  private(set) var room = Milliseconds.never

  init(time: Milliseconds) { self.time = time }

  mutating func drive(_ span: Milliseconds) { time = time + span }

  mutating func wait(until other: Milliseconds) {
    guard other > time else { return }
    waited = waited + (other - time)
    time = other
  }

  /// Adds the condition that the car is at this stop by `latest`; earlier waiting absorbs part of a later departure.
  mutating func bind(by latest: Milliseconds) {
    if latest != .never { room = min(room, latest < time ? latest - time : latest - time + waited) }
  }

  /// Adds the condition that a passenger who is at this stop from `ready` on meets the car by `latest`; a later
  /// departure may save the car the wait.
  mutating func bind(by latest: Milliseconds, from ready: Milliseconds) {
    guard latest != .never else { return }
    room = min(room, latest < max(time, ready) ? latest - max(time, ready) : latest - time + waited)
  }
}

extension InsertionResult {
  /// Stores `trial`, of a pair with the added driving `added`, as the best pair if its value is below `least`. If it
  /// violates a limit, stores it as the nearest miss if it adds less driving than the nearest miss so far.
  @inline(__always)
  mutating func take(
    _ trial: InsertionSearch.Trial, added: Milliseconds, _ question: InsertionQuestion, least: inout Int64
  ) {
    if let limit = trial.broken {
      guard added < nearestMiss else { return }
      nearestMiss = added
      bindingLimit = limit
      missedValue = trial.value
      missedBound = trial.bound
    } else {
      let value = question.objective.value(
        of: trial.insertion, agreement: question.agreement, terms: question.terms)
      guard value < least else { return }
      least = value
      best = trial.insertion
      departure = trial.departure
    }
  }
}
