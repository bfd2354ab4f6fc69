import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// Waiting cars: when they drive and when they are idle, until their service ends.
extension CarpoolMarket {
  /// Returns the time at which `driver`, who has departed, makes the next stop or arrives. A waiting car first
  /// stops at the end of its path, and arrives when its service ends; `.never` if it does not end.
  func nextStep(of driver: DriverIndex, at time: Milliseconds) -> Milliseconds {
    let next = fleet[driver].nextArrival
    guard fleet[driver].isIdle, next <= time else { return next }
    return max(time, setup.drivers[driver].latestArrival)
  }

  /// Makes the car of `driver`, which has nobody to pick up or drop off, idle at the end of its path.
  ///
  /// - Returns: false if it is not a waiting car, or its service ends.
  mutating func comesToStand(_ driver: DriverIndex, at time: Milliseconds) -> Bool {
    if driverStates[driver].drivesSince != nil {
      drove(driver, until: time)
      record(.move, driver, at: time, leave: time)
    }
    return fleet[driver].isIdle && time < setup.drivers[driver].latestArrival
  }

  /// Records that the car of `driver` continues from a stop at `time`.
  mutating func setsOff(_ driver: DriverIndex, at time: Milliseconds) {
    if setup.drivers[driver].waits { driverStates[driver].drivesSince = time }
  }

  /// Records that an idle car sets off as soon as it can.
  mutating func setsOffIfIdle(_ driver: DriverIndex, at time: Milliseconds) {
    guard fleet[driver].isIdle, driverStates[driver].drivesSince == nil else { return }
    setsOff(driver, at: fleet[driver].track.diversion(at: time, geometry: fleet.geometry).time)
  }

  /// Sends idle cars where a policy has told them to go.
  mutating func carryOut(_ moves: [CarMove], at time: Milliseconds, _ desk: inout Desk) {
    for move in moves {
      keepTrack(of: move.driver, before: time)
      if fleet.move(move.driver, to: move.place, at: time) > time { setsOff(move.driver, at: time) }
      scheduleNextStop(move.driver, &desk)
    }
  }

  /// Counts the driving of the car of `driver` until `time`, when it stops.
  mutating func drove(_ driver: DriverIndex, until time: Milliseconds) {
    guard let since = driverStates[driver].drivesSince else { return }
    cars.drivers[driver].driving = cars.drivers[driver].driving + max(.zero, time - since)
    driverStates[driver].drivesSince = nil
  }

  /// Records that the plan of `driver` has lost a passenger: if it was the last, the car stops as soon as it can.
  mutating func halts(_ driver: DriverIndex) {
    if fleet[driver].isIdle { drove(driver, until: fleet[driver].arrival) }
  }

  /// Returns whether the end of the run ends the service of `driver`: true for a waiting car that has no
  /// passengers and no end of service.
  func endsService(of driver: DriverIndex) -> Bool {
    fleet[driver].isIdle && driverStates[driver].hasDeparted
      && setup.drivers[driver].latestArrival == .never
  }
}
