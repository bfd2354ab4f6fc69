import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// Cars that wait: when they drive and when they stand, until their service ends.
extension CarpoolMarket {
  /// The time at which `driver`, who has departed, makes the next stop or arrives: a car that waits comes to stand first, and arrives
  /// when its service ends; `.never` without an end.
  func nextStep(of driver: DriverIndex, at time: Milliseconds) -> Milliseconds {
    let next = fleet[driver].nextArrival
    guard fleet[driver].isIdle, next <= time else { return next }
    return max(time, setup.drivers[driver].latestArrival)
  }

  /// Lets the car of `driver`, which has nobody to pick up or drop off, stand at the end of its way.
  ///
  /// - Returns: false where it does not wait, or its service ends.
  mutating func comesToStand(_ driver: DriverIndex, at time: Milliseconds) -> Bool {
    if driverStates[driver].drivesSince != nil {
      drove(driver, until: time)
      record(.move, driver, at: time, leave: time)
    }
    return fleet[driver].isIdle && time < setup.drivers[driver].latestArrival
  }

  /// Takes note that the car of `driver` goes on from a stop at `time`.
  mutating func setsOff(_ driver: DriverIndex, at time: Milliseconds) {
    if setup.drivers[driver].waits { driverStates[driver].drivesSince = time }
  }

  /// Takes note that an idle car goes on from where it stands, as soon as it can.
  mutating func setsOffIfIdle(_ driver: DriverIndex, at time: Milliseconds) {
    guard fleet[driver].isIdle, driverStates[driver].drivesSince == nil else { return }
    setsOff(driver, at: fleet[driver].track.diversion(at: time, geometry: fleet.geometry).time)
  }

  /// Sends cars that stand where a policy has told them to go.
  mutating func carryOut(_ moves: [CarMove], at time: Milliseconds, _ desk: inout Desk) {
    for move in moves {
      keepTrack(of: move.driver, before: time)
      if fleet.move(move.driver, to: move.place, at: time) > time { setsOff(move.driver, at: time) }
      scheduleNextStop(move.driver, &desk)
    }
  }

  /// Counts what the car of `driver` has driven until `time`, where it stops.
  mutating func drove(_ driver: DriverIndex, until time: Milliseconds) {
    guard let since = driverStates[driver].drivesSince else { return }
    cars.drivers[driver].driving = cars.drivers[driver].driving + max(.zero, time - since)
    driverStates[driver].drivesSince = nil
  }

  /// Takes note that the plan of `driver` has lost a passenger: where that was the last, the car stands as soon as it can.
  mutating func halts(_ driver: DriverIndex) {
    if fleet[driver].isIdle { drove(driver, until: fleet[driver].arrival) }
  }

  /// Tells whether the end of the run ends the service of `driver`: of a car that waits without an end, and is free.
  func endsService(of driver: DriverIndex) -> Bool {
    fleet[driver].isIdle && driverStates[driver].hasDeparted
      && setup.drivers[driver].latestArrival == .never
  }
}
