import Quantities
import Spaces
import Travellers

/// The search if stops are shared: a party boards or alights at an existing halt at the same place, or at a new halt
/// between two halts elsewhere.
///
/// With h halts ahead, the plan has 2h + 1 slots: slot 2g lies on leg g, and slot 2g − 1 is the g-th halt.
extension InsertionSearch {
  /// Evaluates every pair of slots, in plan order.
  ///
  /// - Complexity: O(h³) in the halts ahead, and O(h) durations.
  mutating func searchHalts(
    _ question: InsertionQuestion, in itinerary: borrowing Itinerary
  ) -> InsertionResult {
    let request = question.inquiry.request
    prepareHalts(question, itinerary)
    prepareEnds(request.origin, request.destination, question, itinerary)
    return searchPreparedHalts(request.origin, request.destination, question, in: itinerary)
  }

  /// Evaluates every pair of slots for a passenger who boards at `origin` and alights at `destination`; called after
  /// all preparations.
  ///
  /// - Parameter most: the greatest value of use to the caller; worse results may be reported as infeasible.
  func searchPreparedHalts(
    _ origin: Place, _ destination: Place, _ question: InsertionQuestion, in itinerary: borrowing Itinerary,
    worth most: Int64 = .max
  ) -> InsertionResult {
    var result = InsertionResult()
    var least = most == .max ? .max : most + 1
    let last = 2 * halts.count
    for pickup in 0...last {
      guard roomOnLeg[(pickup + 1) / 2] else { continue }
      for dropoff in pickup...last where dropoff / 2 >= (pickup + 1) / 2 {
        guard roomOnLeg[dropoff / 2] else { break }
        guard isOpen(pickup, at: origin, dropoff, at: destination),
          let added = addedDriving(at: pickup, dropoff, question)
        else { continue }
        if question.objective == .addedDriving, added.rawValue >= least { continue }
        let trial = propagateHalts(pickup, dropoff, added, question, itinerary)
        result.take(trial, added: added, question, least: &least)
      }
    }
    complete(&result, value: least, question)
    return result
  }

  /// Returns the outcome of `pair`, the numbers of planned stops before pickup and drop-off; nil if there is no room
  /// for the passenger in between, or no route. A party joins a halt next to its position if the halt is at the same
  /// place.
  mutating func trialHalts(
    _ pair: (pickup: Int, dropoff: Int), _ question: InsertionQuestion, in itinerary: borrowing Itinerary
  ) -> Trial? {
    let (origin, destination) = (question.inquiry.request.origin, question.inquiry.request.destination)
    prepareHalts(question, itinerary)
    prepareEnds(origin, destination, question, itinerary)
    let pickup = place(ofPosition: pair.pickup, at: origin)
    let dropoff = place(ofPosition: pair.dropoff, at: destination)
    let legs = (first: (pickup + 1) / 2, last: dropoff / 2)
    guard legs.first <= legs.last, (legs.first...legs.last).allSatisfy({ roomOnLeg[$0] }),
      let added = addedDriving(at: pickup, dropoff, question)
    else { return nil }
    return propagateHalts(pickup, dropoff, added, question, itinerary)
  }

  /// Returns the slot of a stop at `there` after `position` planned stops.
  private func place(ofPosition position: Int, at there: Place) -> Int {
    for (number, halt) in halts.enumerated() where position <= halt.stops.upperBound {
      if position >= halt.stops.lowerBound, halt.place.isOne(with: there) { return 2 * number + 1 }
      if position <= halt.stops.lowerBound { return 2 * number }
      // Behind a stop elsewhere the next one may be the same.
      let next = number + 1
      return next < halts.count && halts[next].place.isOne(with: there) ? 2 * next + 1 : 2 * next
    }
    return 2 * halts.count
  }

  /// Returns whether the passenger may board at `origin` in slot `pickup` and alight at `destination` in slot
  /// `dropoff`: at existing halts there, or at new halts that are not next to a halt at the same place.
  private func isOpen(_ pickup: Int, at origin: Place, _ dropoff: Int, at destination: Place) -> Bool {
    let isOneLeg = pickup == dropoff
    return isOpen(pickup, at: origin, left: true, right: !isOneLeg)
      && isOpen(dropoff, at: destination, left: !isOneLeg, right: true)
  }

  /// Returns whether slot `place` may hold a stop at `there`; `left` and `right`: whether a new halt is compared with
  /// the previous and with the next halt.
  private func isOpen(_ place: Int, at there: Place, left: Bool, right: Bool) -> Bool {
    if place % 2 == 1 { return halts[place / 2].place.isOne(with: there) }
    let leg = place / 2
    return !(left && leg > 0 && halts[leg - 1].place.isOne(with: there))
      && !(right && leg < halts.count && halts[leg].place.isOne(with: there))
  }

  /// Returns the driving added by a pickup and a drop-off in these slots; nil without a route.
  private func addedDriving(at pickup: Int, _ dropoff: Int, _ question: InsertionQuestion) -> Milliseconds? {
    let (board, alight) = (pickup / 2, dropoff / 2)
    if pickup == dropoff {
      return sum(toPickup[board], question.direct, fromDropoff[board + 1], minus: base[board])
    }
    let first =
      pickup % 2 == 1 ? .zero : sum(toPickup[board], fromPickup[board + 1], .zero, minus: base[board])
    let second =
      dropoff % 2 == 1
      ? .zero : sum(toDropoff[alight], fromDropoff[alight + 1], .zero, minus: base[alight])
    guard let first, let second else { return nil }
    return first + second
  }
}

// MARK: - Preparations

extension InsertionSearch {
  /// Computes the values that do not depend on the passenger's trip.
  mutating func prepareHalts(_ question: InsertionQuestion, _ itinerary: borrowing Itinerary) {
    let stops = itinerary.stops
    halts.removeAll(keepingCapacity: true)
    while let first = halts.last?.stops.upperBound ?? (stops.isEmpty ? nil : 0), first < stops.count {
      halts.append(stops.halt(from: first))
    }
    base.removeAll()
    planned.removeAll()
    without.removeAll()
    roomOnLeg.removeAll()
    ridesAreLimited = stops.contains { $0.maxRide != .never }
    var time = question.start.diversion.time
    for leg in 0...halts.count {
      let end = leg < halts.count ? halts[leg].stops.lowerBound : stops.count
      roomOnLeg.append(
        itinerary.hasRoom(
          onLeg: end, seats: question.driver.seats, luggageRoom: question.driver.luggageRoom,
          partySize: question.inquiry.request.partySize, luggage: question.inquiry.request.luggage))
      let arrive = itinerary.arrival(ofLeg: end)
      base.append(leg == 0 ? question.start.firstLeg : arrive - stops[end - 1].leave)
      time = time + base[leg]
      without.append(time)
      if leg < halts.count {
        planned.append(question.start.isFree ? time : arrive)
        time = halts[leg].leave(arriving: time)
      } else if question.start.isFree {
        planned.append(time)
      } else {
        planned.append(itinerary.isIdle ? question.start.diversion.time : arrive)
      }
    }
  }

  /// Computes the driving times between the halts and the passenger's pickup and drop-off.
  private mutating func prepareEnds(
    _ pickup: Place, _ dropoff: Place, _ question: InsertionQuestion, _ itinerary: borrowing Itinerary
  ) {
    toPickup.removeAll()
    fromPickup.removeAll()
    toDropoff.removeAll()
    fromDropoff.removeAll()
    let (space, count) = (question.space, halts.count)
    for position in 0...(count + 1) {
      let place = place(ofHalt: position, question, itinerary)
      let roomAfter = position <= count && roomOnLeg[position]
      let roomBefore = position > 0 && roomOnLeg[position - 1]
      toPickup.append(roomAfter ? space.duration(from: place, to: pickup, hub: .destination) : .never)
      fromPickup.append(
        roomBefore && position <= count ? space.duration(from: pickup, to: place, hub: .origin) : .never)
      toDropoff.append(
        roomAfter && position > 0 ? space.duration(from: place, to: dropoff, hub: .destination) : .never)
      // A waiting car stays where the last passenger alights.
      let isBack = position > count && itinerary.waits
      fromDropoff.append(
        !roomBefore ? .never : isBack ? .zero : space.duration(from: dropoff, to: place, hub: .origin))
    }
  }

  /// Returns the place of halt `position`: 0 is the car's start, and the position after the last halt its destination.
  func place(
    ofHalt position: Int, _ question: InsertionQuestion, _ itinerary: borrowing Itinerary
  ) -> Place {
    if position == 0 { return question.start.diversion.place }
    return position <= halts.count ? halts[position - 1].place : itinerary.destination
  }
}

// MARK: - Driving

extension InsertionSearch {
  /// Returns the outcome: propagates times along the itinerary with the passenger inserted in these slots, and checks
  /// every limit.
  private func propagateHalts(
    _ pickup: Int, _ dropoff: Int, _ added: Milliseconds, _ question: InsertionQuestion,
    _ itinerary: borrowing Itinerary
  ) -> Trial {
    let request = question.inquiry.request
    let (boards, alights) = spells(question)
    let begin =
      question.start.isFree && !question.driver.leavesAtOnce
      ? latestDeparture(at: pickup, dropoff, question, itinerary) : question.start.diversion.time
    var time = begin
    var boarding = Milliseconds.zero
    var alighting = Milliseconds.zero
    var worst = Promises(
      ridesAreLimited: ridesAreLimited, keepsArrivals: question.objective == .earliestArrival)
    for leg in 0...halts.count {
      if pickup == 2 * leg {
        boarding = max(time + toPickup[leg], question.ready)
        time = max(boarding, request.earliestPickup) + boards
        if dropoff != pickup { time = time + fromPickup[leg + 1] }
      }
      if dropoff == 2 * leg {
        time = time + (pickup == dropoff ? question.direct : toDropoff[leg])
        alighting = max(time, request.earliestDropoff)
        time = alighting + alights + fromDropoff[leg + 1]
      } else if pickup != 2 * leg {
        time = time + base[leg]
      }
      guard leg < halts.count else { break }
      // The planned time changes by what the insertion adds, not by the lag of the report.
      let arrival = planned[leg] + (time - without[leg])
      for stop in itinerary.stops[halts[leg].stops] { worst.check(stop, arrival: arrival) }
      var leave = halts[leg].leave(arriving: time)
      if pickup == 2 * leg + 1 {
        boarding = max(time, question.ready)
        leave = max(leave, max(boarding, request.earliestPickup) + boards)
      }
      if dropoff == 2 * leg + 1 {
        alighting = max(time, request.earliestDropoff)
        leave = max(leave, alighting + alights)
      }
      time = leave
    }
    return judge(
      positions(pickup, dropoff), added, (begin, boarding, alighting), end: time, worst, question, itinerary)
  }

  /// Returns the durations of boarding and alighting.
  private func spells(_ question: InsertionQuestion) -> (boarding: Milliseconds, alighting: Milliseconds) {
    let (request, standard) = (question.inquiry.request, question.terms.stopDuration)
    return (request.boarding ?? standard, request.alighting ?? standard)
  }

  /// Returns the numbers of planned stops before these slots; at an existing halt, the passenger boards last or alights
  /// first.
  private func positions(_ pickup: Int, _ dropoff: Int) -> (pickup: Int, dropoff: Int) {
    func stops(before leg: Int) -> Int { leg == 0 ? 0 : halts[leg - 1].stops.upperBound }
    // A stop has the number of the leg before it in both.
    return (stops(before: (pickup + 1) / 2), stops(before: dropoff / 2))
  }

  /// Returns the latest departure of a driver who has not left such that, with the passenger inserted, every promised
  /// time and the latest arrival are met; the earliest departure if none meets them.
  private func latestDeparture(
    at pickup: Int, _ dropoff: Int, _ question: InsertionQuestion, _ itinerary: borrowing Itinerary
  ) -> Milliseconds {
    let (inquiry, request) = (question.inquiry, question.inquiry.request)
    let (boards, alights) = spells(question)
    let earliest = question.start.diversion.time
    var schedule = FreeSchedule(time: earliest)
    for leg in 0...halts.count {
      if pickup == 2 * leg {
        schedule.drive(toPickup[leg])
        schedule.wait(until: question.ready)
        schedule.bind(by: inquiry.promise.latestPickup)
        schedule.wait(until: request.earliestPickup)
        schedule.drive(boards)
        if dropoff != pickup { schedule.drive(fromPickup[leg + 1]) }
      }
      if dropoff == 2 * leg {
        schedule.drive(pickup == dropoff ? question.direct : toDropoff[leg])
        schedule.bind(by: question.latestDropoff)
        schedule.wait(until: request.earliestDropoff)
        schedule.drive(alights + fromDropoff[leg + 1])
      } else if pickup != 2 * leg {
        schedule.drive(base[leg])
      }
      guard leg < halts.count else { break }
      var halt = halts[leg]
      for stop in itinerary.stops[halt.stops] { schedule.bind(by: stop.latest) }
      if pickup == 2 * leg + 1 {
        schedule.bind(by: inquiry.promise.latestPickup, from: question.ready)
        halt.add(from: max(request.earliestPickup, question.ready), for: boards)
      }
      if dropoff == 2 * leg + 1 {
        schedule.bind(by: question.latestDropoff)
        halt.add(from: request.earliestDropoff, for: alights)
      }
      schedule.wait(until: halt.opening - halt.duration)
      schedule.drive(halt.duration)
    }
    schedule.bind(by: question.driver.latestArrival)
    return schedule.room == .never ? earliest : earliest + max(.zero, schedule.room)
  }
}
