import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

// MARK: - Drivers whose announcement is scheduled

extension CarpoolMarket {
  /// Registers a driver who comes: the car drives whatever the service knows, and is offered as soon as the service may.
  mutating func register(_ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    let offer = setup.drivers[driver]
    fleet.enlist(driver, waypoints: features.flatMap { $0.waypoints(of: driver) }, at: time)
    each { $0.enlisted(driver, fleet) }
    scheduleNextStop(driver, &desk)
    let offered = max(time, first { $0.offered(driver, from: time) } ?? time)
    guard offered < first({ $0.endOfService(of: driver) }) ?? fleet[driver].arrival else { return }
    let announcement = first(&desk) { $0.announcement(of: driver, from: offered, &$1, &$2) }
    if announcement == .never { return }
    let announce = max(offered, min(offer.announce, offer.depart))
    if announcement == nil, announce == time {
      announceNow(driver, at: time, &desk)
    } else {
      desk.schedule(Step(.announce, driver), at: announce)
    }
  }

  /// The rule may find the driver from now on.
  mutating func announceNow(_ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard fleet.isUnderWay(driver), !fleet.isActive(driver), !hasWithdrawn(driver) else { return }
    fleet.announce(driver, at: time)
    findable.show(driver, from: time)
    desk.note(.driverAnnounced, provider: driver)
    each(&desk) { $0.announced(driver, at: time, &$1, &$2) }
  }

  /// Whether `driver` has left the service or cancelled the trip.
  func hasWithdrawn(_ driver: DriverIndex) -> Bool { any { $0.hasWithdrawn(driver) } }
}

// MARK: - Passengers

extension CarpoolMarket {
  mutating func receive(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception {
    if any(&desk, { !$0.admits(request, at: time, &$1, &$2) }) { return .over }
    return first(&desk) { $0.receive(request, at: time, &$1, &$2) } ?? .now
  }

  mutating func lose(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard hasFeatures else { return }
    for feature in features { feature.lost(request, at: time, &self, &desk) }
    // Who did not come, or called it off, was not failed.
    for feature in features where feature.isOwnDoing(request, &desk) { return }
    for feature in features { feature.failed(request, at: time) }
  }
}
