import Board
import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

/// The board in a run: drivers publish their trips.
extension Planning: CarpoolFeature {
  var schedulesAnnouncements: Bool { true }

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

  /// Publishes the trip on the board, and schedules an attempt for each watching request that it matches.
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
}
