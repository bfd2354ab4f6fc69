import EventKernel
import Matching
import Quantities
import Spaces
import Travellers

extension Simulator {
  mutating func announce(_ driver: DriverIndex, at time: Milliseconds) {
    fleet.announce(driver, at: time)
    note(.driverAnnounced, driver: driver)
    scheduleNextStop(driver)
    scheduleNextAnnouncement()
  }

  /// Departs, makes the next stop, or arrives.
  mutating func stop(_ driver: DriverIndex, at time: Milliseconds) {
    driverStates[driver].next = nil
    if !driverStates[driver].hasDeparted {
      driverStates[driver].hasDeparted = true
      record(.depart, driver, at: time, leave: time)
      note(.driverDeparted, driver: driver)
    } else if fleet.itineraries[driver].stops.isEmpty {
      arrive(driver, at: time)
      return
    } else {
      makeStop(driver, at: time)
    }
    scheduleNextStop(driver)
  }

  /// Schedules what the itinerary of `driver` says comes next, instead of what was scheduled before.
  mutating func scheduleNextStop(_ driver: DriverIndex) {
    if let handle = driverStates[driver].next { kernel.cancel(handle) }
    let itinerary = fleet.itineraries[driver]
    let hasDeparted = driverStates[driver].hasDeparted
    let next =
      hasDeparted
      ? itinerary.stops.first?.arrive ?? itinerary.arrival
      : max(kernel.now, setup.drivers[driver].depart)
    driverStates[driver].next = schedule(.stop(driver), at: next)
  }

  private mutating func makeStop(_ driver: DriverIndex, at time: Milliseconds) {
    let stop = fleet.makeStop(driver)
    let request = stop.request
    let odometer = record(
      stop.isPickup ? .pickup : .dropoff, driver, request: request, partySize: stop.partySize, at: time,
      leave: stop.leave)
    if stop.isPickup {
      let onBoard = Int32(fleet.itineraries[driver].onBoard)
      records.drivers[driver].maxOnBoard = max(records.drivers[driver].maxOnBoard, onBoard)
      board(request, at: time, odometer: odometer)
      note(.pickup, driver: driver, request: request)
    } else {
      records.drivers[driver].served += 1
      alight(request, at: time, odometer: odometer)
      note(.dropoff, driver: driver, request: request)
    }
  }

  private mutating func arrive(_ driver: DriverIndex, at time: Milliseconds) {
    let odometer = record(.arrive, driver, at: time, leave: time)
    records.drivers[driver].outcome = .arrived
    records.drivers[driver].arrive = time
    records.drivers[driver].drivenMetres = odometer
    keepLastOfTrack(of: driver, at: time)
    fleet.retire(driver)
    note(.driverArrived, driver: driver)
  }

  /// Adds the record of a stop that is being made.
  ///
  /// - Returns: the odometer's reading, metres.
  @discardableResult
  private mutating func record(
    _ kind: StopKind, _ driver: DriverIndex, request: RequestIndex = .none, partySize: Int16 = 0,
    at time: Milliseconds,
    leave: Milliseconds
  ) -> Metres {
    let itinerary = fleet.itineraries[driver]
    let odometer = itinerary.track.odometer(at: time)
    records.stops.append(
      StopRecord(
        driver: driver, request: request, kind: kind, partySize: partySize, onBoardAfter: itinerary.onBoard,
        arrive: time, leave: leave,
        position: itinerary.track.position(at: time, geometry: setup.spaces.geometry), odometer: odometer))
    return odometer
  }
}
