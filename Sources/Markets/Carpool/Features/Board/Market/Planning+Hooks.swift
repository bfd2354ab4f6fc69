import Board
import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

/// The board in a run: trips are published, seats on them are searched, reserved and booked.
extension Planning: MarketFeature {
  var schedulesAnnouncements: Bool { true }

  // MARK: - Drivers

  func change(_ arrival: inout Milliseconds?, of driver: DriverIndex) {
    guard let announced = arrival, let publish = trip(of: driver)?.publish else { return }
    arrival = min(announced, max(.zero, publish))
  }

  func waypoints(of driver: DriverIndex) -> [PlannedStop] {
    guard let trip = trip(of: driver) else { return [] }
    return trip.stops.indices.dropFirst().dropLast().map { number in
      let stop = trip.stops[number]
      return .waypoint(number, at: stop.place, time: stop.time, latest: stop.time + setup.tolerance)
    }
  }

  func enlisted(_ driver: DriverIndex, _ fleet: Fleet) {
    enlist(driver, depart: drivers[driver].depart, fleet[driver])
  }

  func announcement(
    of driver: DriverIndex, from earliest: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Announcement? {
    guard let trip = trip(of: driver) else { return nil }
    let publish = max(earliest, trip.publish)
    if publish < market.setup.drivers[driver].depart {
      desk.schedule(CarpoolStep(.publish, driver), at: publish)
    }
    return trip.takesInstant ? .later : .never
  }

  func hasWithdrawn(_ driver: DriverIndex) -> Bool { offers[Int(driver)].calledOff != nil }

  func departed(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket) {
    board.leave(0, of: driver)
  }

  func arrived(_ driver: DriverIndex) { board.withdraw(driver) }

  func planChanged(of driver: DriverIndex, _ fleet: Fleet) {
    refresh(driver, drivers[driver], fleet[driver])
  }

  func rated(_ trips: [DriverIndex], _ market: borrowing CarpoolMarket) {
    for trip in trips where board.shows(trip) { rate(trip, market) }
  }

  private func rate(_ driver: DriverIndex, _ market: borrowing CarpoolMarket) {
    for feature in market.features {
      if let stars = feature.milliStars(of: driver) { board.rate(driver, milliStars: stars) }
    }
  }

  func take(_ step: CarpoolStep, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk) {
    switch step.kind {
    case .publish: publish(step.driver, at: time, &market, &desk)
    case .callOff: callOff(step.driver, at: time, &market, &desk)
    case .giveUp: market.giveUp(step.request, at: time, self, &desk)
    case .leave: market.requestNow(step.request, at: time, self, &desk)
    case .drive, .announce, .phone, .cancelSecond, .showReview: break
    }
  }

  /// Publishes the trip on the board, and schedules an attempt for each matching request that watches.
  private func publish(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    guard !market.hasWithdrawn(driver) else { return }
    board.publish(driver)
    planChanged(of: driver, market.fleet)
    rate(driver, market)
    offers[Int(driver)].published = time
    desk.note(.tripPublished, provider: driver)
    var stream = desk.rules.random.stream(.tripCancellation, market.key(of: driver))
    let span = market.setup.drivers[driver].depart - time
    if let delay = Lifecycle<CarpoolMarket>.moment(
      stream.uniform(), of: setup.tripCancelProbability, in: span)
    {
      desk.schedule(CarpoolStep(.callOff, driver), at: time + delay)
    }
    for request in board.watchers(of: driver, at: time) where desk.phase(of: request) == .searching {
      unwatch(request)
      desk.scheduleAttempt(of: request, at: time)
    }
  }

  /// Cancels the published trip: the driver travels alone, and passengers with a seat look for another.
  private func callOff(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    guard market.fleet.isUnderWay(driver), !market.driverStates[driver].hasDeparted else { return }
    offers[Int(driver)].calledOff = time
    board.withdraw(driver)
    market.fleet.withdraw(driver)
    market.findable.hide(driver, at: time)
    desk.note(.tripCalledOff, provider: driver)
    for stop in market.fleet[driver].stops
    where stop.isPickup && desk.phase(of: stop.request) == .matched {
      desk.scheduleCancellation(of: stop.request, at: time)
    }
  }

  // MARK: - Requests

  func receive(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Reception? {
    guard let seek = seek(of: request), seek.recorded == nil, seek.leaving > time else { return nil }
    let end = watchEnd(of: market.requests[request], seek)
    if end < seek.leaving || !seek.fallsBack {
      desk.schedule(CarpoolStep(.giveUp, request), at: max(time, end))
    }
    if seek.fallsBack { desk.schedule(CarpoolStep(.leave, request), at: seek.leaving) }
    return nil
  }

  /// Returns the patience of a passenger who plans ahead, extended to count from the time of leaving.
  func patience(of request: RequestIndex) -> Milliseconds? {
    let patience = requests[request].patience
    guard patience != .never, let seek = seek(of: request) else { return nil }
    return patience.saturatingAdd(max(.zero, seek.leaving - requests[request].submit))
  }

  /// Returns the immediate request of a passenger who planned ahead, submitted at the time of leaving.
  func restated(_ request: RequestIndex) -> Request? {
    guard let seek = seek(of: request) else { return nil }
    var asking = requests[request]
    asking.submit = max(asking.submit, seek.leaving)
    return asking
  }

  /// Adds the cycles spent on the board, so that an immediate request has as many cycles as any other.
  func change(_ cycles: inout Int32, of request: RequestIndex) { cycles += cyclesAhead[Int(request)] }

  func looksElsewhere(_ request: RequestIndex, at time: Milliseconds) -> Bool {
    looksOnBoard(request, at: time)
  }

  /// Records a search that failed before it began among the bookings, too.
  func missed(_ record: inout AttemptRecord, number: Int) {
    guard looksOnBoard(record.request, at: record.time) else { return }
    record.isPlanned = true
    var booking = BookingRecord(request: record.request, attempt: number, funnel: BoardFunnel())
    booking.fate = .none
    add(booking)
  }

  func waits(_ request: RequestIndex) -> Bool { seek(of: request) != nil && isWaiting(request) }

  func keeps(_ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket) -> Bool {
    looksOnBoard(request, at: time) && market.stay(request, at: time, self)
  }

  func lost(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    unwatch(request)
    stopWaiting(request)
  }

  func isOwnDoing(_ request: RequestIndex, _ desk: inout Desk) -> Bool {
    let fate = self[request]?.fate
    return fate == .noShow || fate == .cancelledByPassenger
  }

  func decide(_ call: Call, _ market: inout CarpoolMarket, _ desk: inout Desk) -> AttemptRecord? {
    looksOnBoard(call.request, at: call.time) ? market.search(call, self, &desk) : nil
  }

  // MARK: - Offers

  func keepsSeat(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool {
    guard let hold = holds[request] else { return false }
    market.keepSeat(request, hold, at: time, &desk)
    return true
  }

  func change(
    _ offer: inout OpenOffer, of request: RequestIndex, to driver: DriverIndex, at time: Milliseconds,
    _ market: borrowing CarpoolMarket, _ desk: borrowing Desk
  ) {
    guard let hold = holds[request] else { return }
    offer.isPlanned = true
    // The car must not be there before the driver has said yes.
    let last = soonest(of: driver, at: hold.candidate.from) - Milliseconds(1)
    offer.limit = min(setup.confirmationTimeout, last - time)
    guard !booksAtOnce(request, with: driver) else {
      offer.thinking = .zero
      return
    }
    let cycle = UInt64(desk[lastAttemptOf: request].cycle)
    var stream = desk.rules.random.stream(
      .confirmation, market.key(of: request), market.key(of: driver), cycle)
    offer.thinking = setup.confirmation.span(&stream)
  }

  func declineProbability(of driver: DriverIndex, to request: RequestIndex) -> Double? {
    guard holds[request] != nil else { return nil }
    return booksAtOnce(request, with: driver) ? 0 : setup.declineProbability
  }

  func releasesSeat(
    _ request: RequestIndex, from driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) -> Bool {
    guard holds.removeValue(forKey: request) != nil else { return false }
    close(request, .none, at: time)
    market.drop(request, from: driver, at: time, &desk)
    return true
  }

  // MARK: - Rides

  func commit(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Commitment<Cause>? {
    guard let hold = holds[request] else { return nil }
    return market.book(request, hold, at: time, self, &desk)
  }

  /// Whether the passenger has booked: cancellations of bookings are drawn separately.
  func keepsRide(_ request: RequestIndex) -> Bool { self[request]?.fate == .booked }

  func cause(ofCancelling request: RequestIndex, at time: Milliseconds, _ desk: borrowing Desk) -> Cause? {
    self[request]?.fate == .booked ? .calledOff : nil
  }

  func undone(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    close(request, reason == .byProvider ? .cancelledByDriver : .cancelledByPassenger, at: time)
    guard seek(of: request) != nil, reason == .byProvider else { return }
    // Who looks for another seat is as patient as before.
    let patience = market.patience(of: request)
    let end = max(time, market.requests[request].submit.saturatingAdd(patience))
    desk.setPatience(of: request, until: patience == .never ? nil : end)
  }

  func passes(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool {
    market.passes(driver, at: time, self, &desk)
  }

  func pickedUp(_ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds) {
    close(request, .ridden, at: time)
  }

  func leave(in records: inout RunRecords) {
    records.bookings = bookings
    records.offers = offers
  }
}
