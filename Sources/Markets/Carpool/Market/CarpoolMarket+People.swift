import Board
import Community
import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

// MARK: - Drivers who are known

extension CarpoolMarket {
  /// Registers a driver who comes, with a published trip or without: the car drives whatever the service knows, and is offered as soon
  /// as the service may.
  mutating func register(
    _ driver: DriverIndex, at time: Milliseconds, _ platform: Platform, _ desk: inout Desk
  ) {
    let (planning, society) = (platform.planning, platform.society)
    let offer = setup.drivers[driver]
    let trip = planning?.trip(of: driver)
    fleet.enlist(driver, waypoints: trip.map { waypoints(of: $0) } ?? [], at: time)
    planning?.enlist(driver, depart: offer.depart, fleet[driver])
    scheduleNextStop(driver, &desk)
    let offered = society?.offered(driver, from: time) ?? time
    guard offered < (offer.waits ? offer.latestArrival : fleet[driver].arrival) else { return }
    if let trip {
      let publish = max(time, offered, trip.publish)
      if publish < offer.depart { desk.schedule(Step(.publish, driver), at: publish) }
      guard trip.takesInstant else { return }
    }
    let announce = max(time, offered, min(offer.announce, offer.depart))
    if trip == nil, announce == time {
      announceNow(driver, at: time, platform, &desk)
    } else {
      desk.schedule(Step(.announce, driver), at: announce)
    }
  }

  private func waypoints(of trip: PublishedTrip) -> [PlannedStop] {
    let tolerance = planning?.setup.tolerance ?? .zero
    return trip.stops.indices.dropFirst().dropLast().map { number in
      let stop = trip.stops[number]
      return .waypoint(number, at: stop.place, time: stop.time, latest: stop.time + tolerance)
    }
  }

  /// The rule may find the driver from now on.
  private mutating func announceNow(
    _ driver: DriverIndex, at time: Milliseconds, _ platform: Platform, _ desk: inout Desk
  ) {
    guard fleet.isUnderWay(driver), !fleet.isActive(driver),
      planning?.offers[Int(driver)].calledOff == nil, society?.hasLeft(driver) != true
    else { return }
    fleet.announce(driver, at: time)
    platform.show(driver, from: time)
    desk.note(.driverAnnounced, provider: driver)
    guard let society = platform.society else { return }
    if let since = society.silent(driver, at: time) { fleet.lose(driver, at: since) }
    if let next = society.nextChange(of: driver, after: time) {
      desk.schedule(Step(.phone, driver), at: next)
    }
  }

  /// Shows the trip on the board, and lets each request that watches it retry.
  private mutating func publish(
    _ driver: DriverIndex, at time: Milliseconds, _ planning: Planning, _ desk: inout Desk
  ) {
    guard society?.hasLeft(driver) != true else { return }
    planning.board.publish(driver)
    planning.refresh(driver, setup.drivers[driver], fleet[driver])
    if let society { planning.board.rate(driver, milliStars: society.milliStars(of: driver)) }
    planning.offers[Int(driver)].published = time
    desk.note(.tripPublished, provider: driver)
    var stream = desk.rules.random.stream(.tripCancellation, key(of: driver))
    let span = setup.drivers[driver].depart - time
    if let delay = Lifecycle<CarpoolMarket>.moment(
      stream.uniform(), of: planning.setup.tripCancelProbability, in: span)
    {
      desk.schedule(Step(.callOff, driver), at: time + delay)
    }
    for request in planning.board.watchers(of: driver, at: time)
    where desk.phase(of: request) == .searching {
      planning.unwatch(request)
      desk.scheduleAttempt(of: request, at: time)
    }
  }

  /// Lets the driver go alone after all: passengers with a seat look for another.
  private mutating func callOff(
    _ driver: DriverIndex, at time: Milliseconds, _ planning: Planning, _ desk: inout Desk
  ) {
    guard fleet.isUnderWay(driver), !driverStates[driver].hasDeparted else { return }
    planning.offers[Int(driver)].calledOff = time
    planning.board.withdraw(driver)
    fleet.withdraw(driver)
    platform?.hide(driver, at: time)
    desk.note(.tripCalledOff, provider: driver)
    for stop in fleet[driver].stops
    where stop.isPickup && desk.phase(of: stop.request) == .matched {
      desk.scheduleCancellation(of: stop.request, at: time)
    }
  }

  /// Does what is not the way of a car.
  mutating func takeOther(_ step: Step, at time: Milliseconds, _ desk: inout Desk) {
    switch step.kind {
    case .drive: break
    case .announce: if let platform { announceNow(step.driver, at: time, platform, &desk) }
    case .publish: if let planning { publish(step.driver, at: time, planning, &desk) }
    case .callOff: if let planning { callOff(step.driver, at: time, planning, &desk) }
    case .giveUp: if let planning { giveUp(step.request, at: time, planning, &desk) }
    case .leave: if let planning { requestNow(step.request, at: time, planning, &desk) }
    case .cancelSecond: if let transfers { cancelSecond(step.request, transfers, at: time, &desk) }
    case .phone: changePhone(of: step.driver, at: time, &desk)
    case .showReview: if let society { showStars(of: society.show(step.review), society) }
    }
  }

  private mutating func changePhone(of driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard let society, fleet.isUnderWay(driver) else { return }
    if let since = society.silent(driver, at: time) {
      fleet.lose(driver, at: since)
    } else {
      fleet.regain(driver, at: time)
    }
    if let next = society.nextChange(of: driver, after: time) {
      desk.schedule(Step(.phone, driver), at: next)
    }
  }
}

// MARK: - Passengers who are known

extension CarpoolMarket {
  mutating func receive(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception {
    offerOwnCar(of: request, at: time, &desk)
    guard let platform else { return .now }
    let (planning, society) = (platform.planning, platform.society)
    if let society {
      if let cause = society.absence(of: request) {
        desk.end(request, .notSubmitted, cause, at: time)
        return .over
      }
      society.register(request, at: time)
    }
    if let planning, let seek = planning.seek(of: request), seek.recorded == nil, seek.leaving > time {
      let end = planning.watchEnd(of: requests[request], seek)
      if end < seek.leaving || !seek.fallsBack {
        desk.schedule(Step(.giveUp, request), at: max(time, end))
      }
      if seek.fallsBack { desk.schedule(Step(.leave, request), at: seek.leaving) }
    }
    guard let society, !requests[request].isProbe else { return .now }
    switch society.hear(request, at: time) {
    case .some(let arrival): return arrival > time ? .later(arrival) : .now
    case .none:
      desk.end(request, .unmatched, .undelivered, at: time)
      lose(request, at: time, &desk)
      return .over
    }
  }

  mutating func lose(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) {
    planning?.unwatch(request)
    planning?.stopWaiting(request)
    provisional?.close(request, .withdrawn, at: time)
    leaveOwnCar(of: request, at: time, &desk)
    if let transfers, transfers.isUnderWay(request) {
      transfers[recordOf: request]?.fate = .stranded
      transfers[request] = nil
    }
    // Who did not come, or called it off, was not failed.
    let fate = planning?[request]?.fate
    guard fate != .noShow, fate != .cancelledByPassenger,
      desk.records.requests[request].cause != .cancelledAfterMatch
    else { return }
    society?.fail(request, at: time)
  }

  /// The party has got off: money changes hands, and stars are given.
  mutating func settle(
    _ request: RequestIndex, _ record: RequestRecord, by driver: DriverIndex, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    guard let society else { return }
    let moderated = society.moderated.count
    society.settle(
      request, record, asked: requests[request], by: driver, seats: setup.drivers[driver].seats,
      isPlanned: desk[lastAttemptOf: request].isPlanned, at: time)
    for number in moderated..<society.moderated.count where !society.moderated[number].verdict.isRejected {
      desk.schedule(Step(showReview: number), at: society.moderated[number].verdict.way.decided)
    }
    showStars(of: society.trips(of: driver, request), society)
  }

  /// Has the board show the stars of the drivers of `trips`.
  private func showStars(of trips: [DriverIndex], _ society: Society) {
    guard let planning else { return }
    for trip in trips where planning.board.shows(trip) {
      planning.board.rate(trip, milliStars: society.milliStars(of: trip))
    }
  }
}
