import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

extension CarpoolMarket {
  /// Asks `driver`, who cannot be asked by others until the answer.
  mutating func hold(
    _ request: RequestIndex, with driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    cars.drivers[driver].offers += 1
    if let planning, let hold = planning.holds[request] {
      keepSeat(request, hold, at: time, &desk)
    } else {
      fleet.reserve(driver)
    }
    roles?.ask(driver, answers: time + desk.rules.answerDelay)
    holdOwnCar(of: request)
    if let platform { awaitAnswer(of: driver, to: request, at: time, platform, &desk) }
  }

  mutating func release(
    _ request: RequestIndex, from driver: DriverIndex, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    if reason == .declined { cars.drivers[driver].declines += 1 }
    if let planning, planning.holds.removeValue(forKey: request) != nil {
      planning.close(request, .none, at: time)
      drop(request, from: driver, at: time, &desk)
    } else {
      fleet.release(driver, at: time)
    }
    releaseOwnCar(of: request, at: time)
  }

  /// The driver has said yes: the insertion is evaluated again from the true position.
  mutating func commit(
    _ request: RequestIndex, to driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<Cause> {
    if let planning, let hold = planning.holds[request] {
      return book(request, hold, at: time, planning, &desk)
    }
    if let transfers, let journey = transfers[request], journey.stage == .offered {
      return commit(request, journey, transfers, at: time, &desk)
    }
    let restated = restated(request)
    let input = restated ?? requests[request]
    let promise = setup.terms.promise(for: input)
    guard fleet.isActive(driver) else {
      desk[lastAttemptOf: request].bindingLimit = .seats
      return .lapsed(.lapsed)
    }
    var inquiry =
      restated == nil
      ? Inquiry(request, of: requests, promise: promise, at: time)
      : Inquiry(input, as: request, promise: promise, at: time)
    let attempt = desk[lastAttemptOf: request]
    if let meeting = meetings[attempt.meeting] {
      // The passenger has set out when the driver was asked.
      inquiry = fleet.inquiry(inquiry, meeting: meeting, start: attempt.time)
    }
    let result = fleet.evaluate(inquiry, into: driver, from: .actual)
    guard let insertion = result.best else {
      desk[lastAttemptOf: request].bindingLimit = result.bindingLimit
      return .lapsed(.lapsed)
    }
    let fare = Society.Fare.distance(request, input, seats: setup.drivers[driver].seats)
    if let society, !society.has(fare, request) { return .lapsed(.noFunds) }
    let metres = fleet.addedMetres(
      of: inquiry.request, by: insertion, to: driver, at: time, from: .actual)
    keepTrack(of: driver, before: time)
    setsOffIfIdle(driver, at: time)
    fleet.accept(inquiry, insertion: insertion, by: driver)
    fleet.release(driver, at: time)
    if setup.terms.batch.riders == .one { fleet.withdraw(driver) }
    scheduleNextStop(driver, &desk)
    var match = MatchRecord(
      time: time, driver: driver, latestPickup: promise.latestPickup, latestDropoff: promise.latestDropoff,
      detour: insertion.detour, detourMetres: metres, agreement: result.agreement,
      cost: result.cost)
    match.meeting = attempt.meeting
    // Who is taken on behind a change was matched before.
    if transfers?.isUnderWay(request) != true { desk.records.requests[request].match = match }
    bindRoles(of: request, driver, at: time, &desk)
    planning?.refresh(driver, setup.drivers[driver], fleet[driver])
    society?.agree(request, pickup: time + insertion.timeToPickup, fare: fare, at: time)
    cancellations?.pickups[request] = time + insertion.timeToPickup
    return .kept(span: insertion.timeToPickup)
  }

  /// Takes a passenger who was not picked up yet out of the driver's plan: the match does not hold.
  mutating func undo(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    if let transfers, let journey = transfers[request], journey.stage == .agreed {
      return undo(request, journey, transfers, with: driver, because: reason, at: time, &desk)
    }
    drop(request, from: driver, at: time, &desk)
    regainOwnCar(of: request, because: reason, at: time, &desk)
    if transfers?.isUnderWay(request) != true { desk.records.requests[request].match = nil }
    planning?.close(
      request, reason == .byProvider ? .cancelledByDriver : .cancelledByPassenger, at: time)
    if planning?.seek(of: request) != nil, reason == .byProvider {
      // Who looks for another seat is as patient as before.
      let patience = patience(of: request)
      let end = max(time, requests[request].submit.saturatingAdd(patience))
      desk.setPatience(of: request, until: patience == .never ? nil : end)
    }
    society?.callOff(request, driver, reason, at: time)
  }

  /// Takes the stops of `request` out of the plan of `driver`.
  mutating func drop(
    _ request: RequestIndex, from driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    keepTrack(of: driver, before: time)
    fleet.drop(request, from: driver, at: time)
    if setup.terms.batch.riders == .one, !fleet.isActive(driver) { fleet.announce(driver, at: time) }
    halts(driver)
    scheduleNextStop(driver, &desk)
    planning?.refresh(driver, setup.drivers[driver], fleet[driver])
  }
}
