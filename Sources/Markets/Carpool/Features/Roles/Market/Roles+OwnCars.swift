import Lifecycle
import Matching
import Quantities
import Travellers

/// People with flexible roles, each of whom takes only one role: a pending offer in one role blocks the other, and a
/// commitment in one role removes the person from the other.
///
/// If decisions bind immediately, the car remains available until its owner has found a ride, taken a passenger, or
/// stopped searching.
extension Roles: CarpoolFeature {
  /// Returns the car of the person who made `request`; nil if they have none, or if it has departed or been retired.
  private func ownCar(of request: RequestIndex, _ fleet: Fleet) -> DriverIndex? {
    guard let car = car(of: request), fleet.isActive(car), !hasDeparted(car) else { return nil }
    return car
  }

  // MARK: - Drivers

  /// Cancels the separate arrival of `driver` if decisions bind immediately: the car becomes available with its owner's
  /// request.
  func change(_ arrival: inout Milliseconds?, of driver: DriverIndex) {
    if decidesAtOnce, owner(of: driver) != nil { arrival = nil }
  }

  /// Returns whether `driver` may depart. A driver without passengers who would not drive alone leaves the market
  /// instead, unless they have agreed to take a passenger.
  func mayDepart(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool {
    guard let owner = owner(of: driver), !drivers[driver].drivesAlone,
      market.fleet[driver].stops.isEmpty, desk.records.requests[owner].outcome != .drove
    else { return true }
    park(driver, at: time, &market, &desk)
    return false
  }

  /// Whether the car remains at its origin because its owner is still searching for a ride.
  func standsReady(_ driver: DriverIndex, _ fleet: Fleet, _ desk: inout Desk) -> Bool {
    guard decidesAtOnce, let owner = owner(of: driver) else { return false }
    return !hasDeparted(driver) && fleet.itineraries[driver].stops.isEmpty && desk.isOpen(owner)
  }

  func departed(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket) {
    depart(driver)
  }

  /// Marks the car of `driver` as not driven, and retires it at its origin.
  private func park(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    market.fleet.retire(driver)
    market.scheduleNextStop(driver, &desk)
    market.cars.drivers[driver].outcome = .notDriven
    market.cars.drivers[driver].arrive = time
  }

  // MARK: - Requests

  /// Makes the car of the person who made `request` available, if decisions bind immediately.
  func admits(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool {
    if decidesAtOnce, let car = car(of: request) { market.welcome(car, at: time, &desk) }
    return true
  }

  /// Returns the patience of a person with a car if decisions bind immediately: it ends at the latest departure alone,
  /// or earlier if their own patience does.
  func patience(of request: RequestIndex) -> Milliseconds? {
    guard decidesAtOnce, let car = car(of: request) else { return nil }
    let input = requests[request]
    return min(drivers[car].departAlone, input.waitsFrom.saturatingAdd(input.patience))
      - input.submit
  }

  func ownDriver(of request: RequestIndex) -> DriverIndex? { car(of: request) }

  /// Returns the time at which a person who has been asked to drive will answer; they make no attempt before. Returns
  /// nil if they have not been asked.
  func isBusyUntil(_ request: RequestIndex, _ fleet: Fleet) -> Milliseconds? {
    guard decidesAtOnce, isAskedToDrive(request, fleet) else { return nil }
    return car(of: request).flatMap { answers[$0] }
  }

  /// Handles the end of `request` without a ride: the person leaves the market or drives alone. If decisions bind
  /// immediately, the car sets off now.
  func lost(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    guard let car = ownCar(of: request, market.fleet) else { return }
    if !drivers[car].drivesAlone {
      park(car, at: time, &market, &desk)
    } else if decidesAtOnce {
      market.fleet.setOff(car, at: time)
      market.scheduleNextStop(car, &desk)
    }
  }

  // MARK: - Windows

  func isAskedToDrive(_ request: RequestIndex, _ fleet: Fleet) -> Bool {
    guard let car = ownCar(of: request, fleet) else { return false }
    return !fleet.isAvailable(car)
  }

  func isTaken(
    _ request: RequestIndex, in drivers: Set<DriverIndex>, _ fleet: Fleet
  ) -> Bool {
    ownCar(of: request, fleet).map(drivers.contains) == true
  }

  func lastChoice(of request: RequestIndex, _ fleet: Fleet) -> Milliseconds? {
    ownCar(of: request, fleet).map { drivers[$0].departAlone }
  }

  /// Returns whether `driver`, who has no passengers yet, would depart or leave the market by `time`.
  func hasToDecide(_ driver: DriverIndex, by time: Milliseconds, _ fleet: Fleet) -> Bool {
    owner(of: driver) != nil && !hasDeparted(driver)
      && fleet[driver].stops.isEmpty && time >= fleet[driver].departure
  }

  // MARK: - Offers and rides

  /// Records the offer to `driver`, and blocks the car of the person who made `request` while the offer is open.
  func offered(
    _ request: RequestIndex, to driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: borrowing Desk
  ) {
    ask(driver, answers: time + desk.rules.answerDelay)
    if let car = ownCar(of: request, market.fleet), market.fleet.isAvailable(car) {
      market.fleet.reserve(car)
    }
  }

  /// Releases the car of the person whose offer failed: they may be asked to drive again.
  func released(_ request: RequestIndex, at time: Milliseconds, _ fleet: Fleet) {
    if let car = car(of: request) { fleet.release(car, at: time) }
  }

  /// Fixes both roles: parks the passenger's car, and ends the driver's own request.
  func agreed(
    _ request: RequestIndex, with driver: DriverIndex, pickup: Milliseconds, fare: Fare,
    at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    if let car = ownCar(of: request, market.fleet) { park(car, at: time, &market, &desk) }
    guard let owner = owner(of: driver), !hasDeparted(driver) else { return }
    let hasLookedInVain = hasLookedInVain(owner, desk)
    if hasLookedInVain { desk.records.requests[owner].ended = nil }
    if desk.isOpen(owner) || hasLookedInVain { desk.end(owner, .drove, nil, at: time) }
  }

  /// Returns whether `request` ended without a match while decisions bind immediately; the person's car may still be
  /// waiting to depart.
  private func hasLookedInVain(_ request: RequestIndex, _ desk: borrowing Desk) -> Bool {
    guard decidesAtOnce, desk.phase(of: request) == .ended else { return false }
    let outcome = desk.records.requests[request].outcome
    return outcome == .unmatched || outcome == .cancelledByDriver
  }

  /// Makes the passenger's car available again after the ride was cancelled.
  func undone(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    guard let car = car(of: request), market.cars.drivers[car].outcome == .notDriven,
      reason == .byProvider || drivers[car].drivesAlone
    else { return }
    market.cars.drivers[car].outcome = .inProgress
    market.cars.drivers[car].arrive = nil
    market.fleet.announce(car, at: time)
    market.scheduleNextStop(car, &desk)
  }
}
