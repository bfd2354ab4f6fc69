import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// The driving and idle times of waiting cars, which have no trips of their own, until their service ends.
final class WaitingCars {
  private let drivers: [Driver]
  /// The time since which each car has been driving, or at which it will set off; nil if it is idle.
  private var drivesSince: [Milliseconds?]
  /// The driving time of each car up to its last stop.
  private var driving: [Milliseconds]

  init?(_ setup: SimulationSetup) {
    guard setup.drivers.contains(where: \.waits) else { return nil }
    drivers = setup.drivers
    drivesSince = Array(repeating: nil, count: drivers.count)
    driving = Array(repeating: .zero, count: drivers.count)
  }

  /// Adds the driving time of the car of `driver` until `time`, when it stops moving.
  private func drove(_ driver: DriverIndex, until time: Milliseconds) {
    guard let since = drivesSince[Int(driver)] else { return }
    driving[Int(driver)] = driving[Int(driver)] + max(.zero, time - since)
    drivesSince[Int(driver)] = nil
  }

  /// Records that the car of `driver` drives from `time` on.
  private func setsOff(_ driver: DriverIndex, at time: Milliseconds) {
    if drivers[driver].waits { drivesSince[Int(driver)] = time }
  }
}

extension WaitingCars: CarpoolFeature {
  var takesPartInAttempts: Bool { false }

  func endOfService(of driver: DriverIndex) -> Milliseconds? {
    drivers[driver].waits ? drivers[driver].latestArrival : nil
  }

  /// Returns the end of service as the next step of a waiting car that is idle at the end of its route; nil for other
  /// cars.
  func nextStep(of driver: DriverIndex, at time: Milliseconds, _ fleet: Fleet) -> Milliseconds? {
    guard fleet[driver].isIdle, fleet[driver].nextArrival <= time else { return nil }
    return max(time, drivers[driver].latestArrival)
  }

  /// Returns whether a waiting car at the end of its route remains idle because its service has not ended.
  func stays(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket) -> Bool {
    if drivesSince[Int(driver)] != nil {
      drove(driver, until: time)
      market.record(.move, driver, at: time, leave: time)
    }
    return market.fleet[driver].isIdle && time < drivers[driver].latestArrival
  }

  func stopped(_ driver: DriverIndex, at time: Milliseconds, until leave: Milliseconds?) {
    drove(driver, until: time)
    if let leave { setsOff(driver, at: leave) }
  }

  /// Makes an idle car set off as soon as it can.
  func takesOn(_ driver: DriverIndex, at time: Milliseconds, _ fleet: Fleet) {
    guard drivesSince[Int(driver)] == nil, fleet[driver].isIdle else { return }
    setsOff(driver, at: fleet[driver].track.diversion(at: time, geometry: fleet.geometry).time)
  }

  /// Stops a car as soon as possible once no passengers remain in its plan.
  func planChanged(of driver: DriverIndex, _ fleet: Fleet) {
    if fleet[driver].isIdle { drove(driver, until: fleet[driver].arrival) }
  }

  /// Sends idle cars to the places chosen by the repositioning policy.
  func carryOut(
    _ moves: [CarMove], at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    for move in moves {
      market.keepTrack(of: move.driver, before: time)
      if market.fleet.move(move.driver, to: move.place, at: time) > time { setsOff(move.driver, at: time) }
      market.scheduleNextStop(move.driver, &desk)
    }
  }

  /// Ends the service of waiting cars that have no passengers and no scheduled end of service.
  func close(at end: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk) {
    for driver in drivers.places where market.fleet.isUnderWay(driver) {
      if market.fleet[driver].isIdle, market.driverStates[driver].hasDeparted,
        drivers[driver].latestArrival == .never
      {
        market.arrive(driver, at: end, &desk)
      } else {
        drove(driver, until: end)
      }
    }
  }

  func leave(in records: inout RunRecords) {
    for driver in drivers.places { records.drivers[Int(driver)].driving = driving[Int(driver)] }
  }
}
