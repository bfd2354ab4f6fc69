import Lifecycle
import Matching
import Quantities
import Travellers

/// The people who may drive or ride: of each the request, and the driver of the same person.
final class Roles {
  private var cars: [RequestIndex: DriverIndex] = [:]
  private var owners: [DriverIndex: RequestIndex] = [:]
  /// For each person asked to drive, the time at which they answered last or will answer.
  private(set) var answers: [DriverIndex: Milliseconds] = [:]

  /// Whether each request is decided at once, or by a window whose pairs bind.
  let decidesAtOnce: Bool
  let drivers: [Driver]
  let requests: [Request]
  /// Those who may ride too and have departed in their own car.
  private var departed: Set<DriverIndex> = []

  init?(_ setup: SimulationSetup) {
    drivers = setup.drivers
    requests = setup.requests
    decidesAtOnce = !setup.bindsLate
    guard drivers.contains(where: { $0.ownRequest != nil }) else { return nil }
    let places = Dictionary(uniqueKeysWithValues: requests.places.map { (requests[$0].id, $0) })
    for driver in drivers.places {
      guard let id = drivers[driver].ownRequest else { continue }
      guard let request = places[id] else { preconditionFailure("a person who may drive or ride asks too") }
      cars[request] = driver
      owners[driver] = request
    }
  }

  /// Returns the person of `request` as a driver; nil without a car.
  func car(of request: RequestIndex) -> DriverIndex? { cars[request] }

  /// Returns the request of the person of `driver`; nil if they can only drive.
  func owner(of driver: DriverIndex) -> RequestIndex? { owners[driver] }

  /// Takes note that `driver` has departed.
  func depart(_ driver: DriverIndex) {
    if owners[driver] != nil { departed.insert(driver) }
  }

  func hasDeparted(_ driver: DriverIndex) -> Bool { departed.contains(driver) }

  /// Takes note that `driver`, if that is somebody who may ride too, is asked to drive, and answers at `time`.
  func ask(_ driver: DriverIndex, answers time: Milliseconds) {
    if owners[driver] != nil { answers[driver] = time }
  }
}

/// People who may drive or ride, each once: who is asked in one role is not to be had in the other, and whoever is bound in one is
/// gone from the other.
///
/// Where each request is decided at once, the car stands ready until its owner has found a ride, has taken somebody along, or looks
/// no further.
extension Roles: MarketFeature {
  /// The car of the person of `request`, while it stands at its origin and may be driven.
  private func ownCar(of request: RequestIndex, _ fleet: Fleet) -> DriverIndex? {
    guard let car = car(of: request), fleet.isActive(car), !hasDeparted(car) else { return nil }
    return car
  }

  // MARK: - Drivers

  /// The car can be asked from the request of its owner on, and by no one before.
  func change(_ arrival: inout Milliseconds?, of driver: DriverIndex) {
    if decidesAtOnce, owner(of: driver) != nil { arrival = nil }
  }

  /// A driver who would leave now with nobody to take along leaves the market instead: one who was bound to somebody drives whatever
  /// became of that.
  func mayDepart(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool {
    guard let owner = owner(of: driver), !drivers[driver].drivesAlone,
      market.fleet[driver].stops.isEmpty, desk.records.requests[owner].outcome != .drove
    else { return true }
    park(driver, at: time, &market, &desk)
    return false
  }

  /// The car stands until its owner, who looks for a ride, has one or looks no further.
  func standsReady(_ driver: DriverIndex, _ fleet: Fleet, _ desk: inout Desk) -> Bool {
    guard decidesAtOnce, let owner = owner(of: driver) else { return false }
    return !hasDeparted(driver) && fleet.itineraries[driver].stops.isEmpty && desk.isOpen(owner)
  }

  func departed(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket) {
    depart(driver)
  }

  /// The car of `driver`, which stands at its origin, is not driven.
  private func park(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    market.fleet.retire(driver)
    market.scheduleNextStop(driver, &desk)
    market.cars.drivers[driver].outcome = .notDriven
    market.cars.drivers[driver].arrive = time
  }

  // MARK: - Requests

  /// Lets the car of the person of `request`, who decides at once, be asked from now on.
  func admits(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool {
    if decidesAtOnce, let car = car(of: request) { market.welcome(car, at: time, &desk) }
    return true
  }

  /// Who decides at once leaves alone at the latest departure, or for want of patience.
  func patience(of request: RequestIndex) -> Milliseconds? {
    guard decidesAtOnce, let car = car(of: request) else { return nil }
    let input = requests[request]
    return min(drivers[car].departAlone, input.waitsFrom.saturatingAdd(input.patience))
      - input.submit
  }

  func ownDriver(of request: RequestIndex) -> DriverIndex? { car(of: request) }

  /// Who decides at once and has been asked to drive has no attempt before the answer.
  func isBusyUntil(_ request: RequestIndex, _ fleet: Fleet) -> Milliseconds? {
    guard decidesAtOnce, isAskedToDrive(request, fleet) else { return nil }
    return car(of: request).flatMap { answers[$0] }
  }

  /// The person of `request`, which has ended without a ride, leaves the market or drives alone: from now on, where requests are
  /// decided at once.
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

  /// Alone they would have left by then, or be gone.
  func hasToDecide(_ driver: DriverIndex, by time: Milliseconds, _ fleet: Fleet) -> Bool {
    owner(of: driver) != nil && !hasDeparted(driver)
      && fleet[driver].stops.isEmpty && time >= fleet[driver].departure
  }

  // MARK: - Offers and rides

  /// Nobody asks the person of `request` to drive as long as the offer to take them along is open.
  func offered(
    _ request: RequestIndex, to driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: borrowing Desk
  ) {
    ask(driver, answers: time + desk.rules.answerDelay)
    if let car = ownCar(of: request, market.fleet), market.fleet.isAvailable(car) {
      market.fleet.reserve(car)
    }
  }

  /// The offer has come to nothing: its person may be asked to drive again.
  func released(_ request: RequestIndex, at time: Milliseconds, _ fleet: Fleet) {
    if let car = car(of: request) { fleet.release(car, at: time) }
  }

  /// Both have their roles.
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

  /// Whether the person of `request`, who decides at once, has found nobody; the car may be waiting for the time to leave.
  private func hasLookedInVain(_ request: RequestIndex, _ desk: borrowing Desk) -> Bool {
    guard decidesAtOnce, desk.phase(of: request) == .ended else { return false }
    let outcome = desk.records.requests[request].outcome
    return outcome == .unmatched || outcome == .cancelledByDriver
  }

  /// The ride was called off: the car of the person can be driven again.
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
