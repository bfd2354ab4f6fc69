import Lifecycle
import Matching
import Quantities
import Travellers

/// People who may drive or ride, each counted once: a person asked in one role is unavailable in the other, and a
/// person bound in one role leaves the other.
extension CarpoolMarket {
  /// Returns the car of the person of `request`, as long as it is at its origin and may be driven.
  func ownCar(of request: RequestIndex) -> DriverIndex? {
    roles?.car(of: request).flatMap { fleet.isActive($0) && !driverStates[$0].hasDeparted ? $0 : nil }
  }

  /// Returns the drivers who are not asked for `request`: those who declined, and the person themselves.
  func excluded(by request: RequestIndex, _ desk: borrowing Desk) -> [DriverIndex] {
    desk.excluded(by: request) + (roles?.car(of: request).map { [$0] } ?? [])
  }

  /// Returns whether the person of `request` has been asked to drive and has not answered yet.
  func isAskedToDrive(_ request: RequestIndex) -> Bool {
    ownCar(of: request).map { !fleet.isAvailable($0) } ?? false
  }

  /// Returns the last time at which the person of `request` still has a choice, either to be picked up or to drive
  /// somebody; `.never` without a limit.
  func lastChoice(of request: RequestIndex) -> Milliseconds {
    let pickup = latestPickup(of: request)
    guard let car = ownCar(of: request) else { return pickup }
    return max(pickup, setup.drivers[car].departAlone)
  }

  /// Prevents the person of `request` from being asked to drive while an offer to them as a passenger is
  /// open.
  func holdOwnCar(of request: RequestIndex) {
    if let car = ownCar(of: request), fleet.isAvailable(car) { fleet.reserve(car) }
  }

  /// Lets the person of `request` be asked to drive again, after an offer to them came to nothing.
  func releaseOwnCar(of request: RequestIndex, at time: Milliseconds) {
    if let car = roles?.car(of: request) { fleet.release(car, at: time) }
  }

  /// Records that `driver` is bound to take `request`, which settles the roles of both.
  mutating func bindRoles(
    of request: RequestIndex, _ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    if let car = ownCar(of: request) { park(car, at: time, &desk) }
    guard let owner = roles?.owner(of: driver), !driverStates[driver].hasDeparted else { return }
    if hasLookedInVain(owner, desk) { desk.records.requests[owner].ended = nil }
    if desk.isOpen(owner) || hasLookedInVain(owner, desk) { desk.end(owner, .drove, nil, at: time) }
  }

  /// Returns whether the person of `request`, who decides at once, has found nobody; the car may be waiting for the
  /// time to leave.
  private func hasLookedInVain(_ request: RequestIndex, _ desk: borrowing Desk) -> Bool {
    guard provisional == nil, desk.phase(of: request) == .ended else { return false }
    let outcome = desk.records.requests[request].outcome
    return outcome == .unmatched || outcome == .cancelledByDriver
  }

  /// Records that the car of `driver`, which is at its origin, will not be driven.
  mutating func park(_ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    fleet.retire(driver)
    scheduleNextStop(driver, &desk)
    cars.drivers[driver].outcome = .notDriven
    cars.drivers[driver].arrive = time
  }

  /// Returns whether `driver`, who may also ride and has no passengers, must decide by `time`: driving alone,
  /// they would have to leave by then, or would be gone.
  func hasToDecide(_ driver: DriverIndex, by time: Milliseconds) -> Bool {
    roles?.owner(of: driver) != nil && !driverStates[driver].hasDeparted
      && fleet[driver].stops.isEmpty && time >= fleet[driver].departure
  }

  /// Returns whether `driver`, who would leave now without passengers, leaves the market instead; one who was ever
  /// bound to a passenger drives even if that match is off.
  @inline(__always)  // A call would copy the desk.
  func staysAlone(_ driver: DriverIndex, _ desk: borrowing Desk) -> Bool {
    guard let owner = roles?.owner(of: driver), !setup.drivers[driver].drivesAlone else { return false }
    return fleet[driver].stops.isEmpty && desk.records.requests[owner].outcome != .drove
  }

  /// Handles the cancellation of the ride of `request`: its person's car can be driven again.
  mutating func regainOwnCar(
    of request: RequestIndex, because reason: Cancellation, at time: Milliseconds, _ desk: inout Desk
  ) {
    guard let car = roles?.car(of: request), cars.drivers[car].outcome == .notDriven,
      reason == .byProvider || setup.drivers[car].drivesAlone
    else { return }
    cars.drivers[car].outcome = .inProgress
    cars.drivers[car].arrive = nil
    fleet.announce(car, at: time)
    scheduleNextStop(car, &desk)
  }

  /// Makes the person of `request`, which ended without a ride, leave the market or drive alone; from now on if
  /// requests are decided at once.
  mutating func leaveOwnCar(of request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard let car = ownCar(of: request) else { return }
    if !setup.drivers[car].drivesAlone {
      park(car, at: time, &desk)
    } else if decidesRolesAtOnce {
      fleet.setOff(car, at: time)
      scheduleNextStop(car, &desk)
    }
  }
}

/// People who may drive or ride if each request is decided at once: the car is available until its owner has found
/// a ride, has taken somebody, or stops looking.
extension CarpoolMarket {
  private var decidesRolesAtOnce: Bool { roles != nil && provisional == nil }

  /// Returns whether the car of `driver` becomes available only with the request of its owner.
  func comesWithRequest(_ driver: DriverIndex) -> Bool {
    decidesRolesAtOnce && roles?.owner(of: driver) != nil
  }

  /// Makes the car of the person of `request`, who decides at once, available from now on.
  mutating func offerOwnCar(of request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) {
    if decidesRolesAtOnce, let car = roles?.car(of: request) { welcome(car, at: time, &desk) }
  }

  /// Returns whether the car of `driver` stays until its owner, who looks for a ride, has one or stops
  /// looking.
  @inline(__always)  // Likewise.
  func standsReady(_ driver: DriverIndex, _ desk: borrowing Desk) -> Bool {
    guard decidesRolesAtOnce, let owner = roles?.owner(of: driver) else { return false }
    return !driverStates[driver].hasDeparted && fleet.itineraries[driver].stops.isEmpty && desk.isOpen(owner)
  }

  /// Returns the time at which the person of `request`, who decides at once, leaves alone at the latest or runs out
  /// of patience; nil for all others.
  func latestDeparture(of request: RequestIndex) -> Milliseconds? {
    guard decidesRolesAtOnce, let car = roles?.car(of: request) else { return nil }
    return min(
      setup.drivers[car].departAlone, requests[request].waitsFrom.saturatingAdd(requests[request].patience))
  }

  /// Returns the time at which the person of `request`, who has been asked to drive, answers; nil for all
  /// others.
  @inline(__always)  // A call would copy the market.
  func isBusyUntil(_ request: RequestIndex, at time: Milliseconds) -> Milliseconds? {
    guard decidesRolesAtOnce, isAskedToDrive(request) else { return nil }
    return roles?.car(of: request).flatMap { roles?.answers[$0] }
  }
}
