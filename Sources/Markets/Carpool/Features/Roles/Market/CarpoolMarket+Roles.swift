import Lifecycle
import Matching
import Quantities
import Travellers

/// People who may drive or ride, each once: who is asked in one role is not to be had in the other, and whoever is bound in one is
/// gone from the other.
extension CarpoolMarket {
  /// The car of the person of `request`, while it stands at its origin and may be driven.
  func ownCar(of request: RequestIndex) -> DriverIndex? {
    roles?.car(of: request).flatMap { fleet.isActive($0) && !driverStates[$0].hasDeparted ? $0 : nil }
  }

  /// The drivers who are not asked for `request`: those who said no, and the person themselves.
  func excluded(by request: RequestIndex, _ desk: borrowing Desk) -> [DriverIndex] {
    desk.excluded(by: request) + (roles?.car(of: request).map { [$0] } ?? [])
  }

  /// Tells whether the person of `request` has been asked to drive, and has not answered.
  func isAskedToDrive(_ request: RequestIndex) -> Bool {
    ownCar(of: request).map { !fleet.isAvailable($0) } ?? false
  }

  /// The last time at which the person of `request` has a choice: to be picked up, or to drive somebody; `.never` without one.
  func lastChoice(of request: RequestIndex) -> Milliseconds {
    let pickup = latestPickup(of: request)
    guard let car = ownCar(of: request) else { return pickup }
    return max(pickup, setup.drivers[car].departAlone)
  }

  /// Nobody asks the person of `request` to drive as long as the offer to take them along is open.
  func holdOwnCar(of request: RequestIndex) {
    if let car = ownCar(of: request), fleet.isAvailable(car) { fleet.reserve(car) }
  }

  /// The offer to `request` has come to nothing: its person may be asked to drive again.
  func releaseOwnCar(of request: RequestIndex, at time: Milliseconds) {
    if let car = roles?.car(of: request) { fleet.release(car, at: time) }
  }

  /// Takes note that `driver` is bound to take `request` along: both have their roles.
  mutating func bindRoles(
    of request: RequestIndex, _ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    if let car = ownCar(of: request) { park(car, at: time, &desk) }
    guard let owner = roles?.owner(of: driver), !driverStates[driver].hasDeparted else { return }
    if hasLookedInVain(owner, desk) { desk.records.requests[owner].ended = nil }
    if desk.isOpen(owner) || hasLookedInVain(owner, desk) { desk.end(owner, .drove, nil, at: time) }
  }

  /// Tells whether the person of `request`, who decides at once, has found nobody; the car may be waiting for the time to leave.
  private func hasLookedInVain(_ request: RequestIndex, _ desk: borrowing Desk) -> Bool {
    guard provisional == nil, desk.phase(of: request) == .ended else { return false }
    let outcome = desk.records.requests[request].outcome
    return outcome == .unmatched || outcome == .cancelledByDriver
  }

  /// The car of `driver`, which stands at its origin, is not driven.
  mutating func park(_ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    fleet.retire(driver)
    scheduleNextStop(driver, &desk)
    cars.drivers[driver].outcome = .notDriven
    cars.drivers[driver].arrive = time
  }

  /// Tells whether `driver`, who may ride too and has nobody to take along, has to have decided by `time`: alone they would have left
  /// by then, or be gone.
  func hasToDecide(_ driver: DriverIndex, by time: Milliseconds) -> Bool {
    roles?.owner(of: driver) != nil && !driverStates[driver].hasDeparted
      && fleet[driver].stops.isEmpty && time >= fleet[driver].departure
  }

  /// Tells whether `driver`, who would leave now with nobody to take along, leaves the market instead: one who was bound to somebody
  /// drives whatever became of that.
  @inline(__always)  // A call would copy the desk.
  func staysAlone(_ driver: DriverIndex, _ desk: borrowing Desk) -> Bool {
    guard let owner = roles?.owner(of: driver), !setup.drivers[driver].drivesAlone else { return false }
    return fleet[driver].stops.isEmpty && desk.records.requests[owner].outcome != .drove
  }

  /// The ride of `request` was called off: the car of its person can be driven again.
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

  /// The person of `request`, which has ended without a ride, leaves the market or drives alone: from now on, where requests are
  /// decided at once.
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

/// People who may drive or ride where each request is decided at once: the car stands ready until its owner has found a ride, has taken
/// somebody along, or looks no further.
extension CarpoolMarket {
  private var decidesRolesAtOnce: Bool { roles != nil && provisional == nil }

  /// Tells whether the car of `driver` can be asked from the request of its owner on, and by no one before.
  func comesWithRequest(_ driver: DriverIndex) -> Bool {
    decidesRolesAtOnce && roles?.owner(of: driver) != nil
  }

  /// Lets the car of the person of `request`, who decides at once, be asked from now on.
  mutating func offerOwnCar(of request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) {
    if decidesRolesAtOnce, let car = roles?.car(of: request) { welcome(car, at: time, &desk) }
  }

  /// Tells whether the car of `driver` stands until its owner, who looks for a ride, has one or looks no further.
  @inline(__always)  // Likewise.
  func standsReady(_ driver: DriverIndex, _ desk: borrowing Desk) -> Bool {
    guard decidesRolesAtOnce, let owner = roles?.owner(of: driver) else { return false }
    return !driverStates[driver].hasDeparted && fleet.itineraries[driver].stops.isEmpty && desk.isOpen(owner)
  }

  /// The time at which the person of `request`, who decides at once, leaves alone at the latest, or for want of patience; nil of all
  /// others.
  func latestDeparture(of request: RequestIndex) -> Milliseconds? {
    guard decidesRolesAtOnce, let car = roles?.car(of: request) else { return nil }
    return min(
      setup.drivers[car].departAlone, requests[request].waitsFrom.saturatingAdd(requests[request].patience))
  }

  /// The time at which the person of `request`, who has been asked to drive, answers; nil of all others.
  @inline(__always)  // A call would copy the market.
  func isBusyUntil(_ request: RequestIndex, at time: Milliseconds) -> Milliseconds? {
    guard decidesRolesAtOnce, isAskedToDrive(request) else { return nil }
    return roles?.car(of: request).flatMap { roles?.answers[$0] }
  }
}
