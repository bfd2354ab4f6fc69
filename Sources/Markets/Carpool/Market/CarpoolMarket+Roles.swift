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
    if let owner = roles?.owner(of: driver), !driverStates[driver].hasDeparted, desk.isOpen(owner) {
      desk.end(owner, .drove, nil, at: time)
    }
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
      && fleet.itineraries[driver].stops.isEmpty && time >= fleet.itineraries[driver].departure
  }

  /// Tells whether `driver`, who would leave now with nobody to take along, leaves the market instead: one who was bound to somebody
  /// drives whatever became of that.
  func staysAlone(_ driver: DriverIndex, _ desk: borrowing Desk) -> Bool {
    guard let owner = roles?.owner(of: driver), !setup.drivers[driver].drivesAlone else { return false }
    return fleet.itineraries[driver].stops.isEmpty && desk.records.requests[owner].outcome != .drove
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

  /// The person of `request`, which has ended without a ride, leaves the market, unless they drive alone.
  mutating func leaveOwnCar(of request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard let car = ownCar(of: request), !setup.drivers[car].drivesAlone else { return }
    park(car, at: time, &desk)
  }
}
