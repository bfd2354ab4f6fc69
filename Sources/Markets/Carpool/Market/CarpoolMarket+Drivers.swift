import Board
import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

extension CarpoolMarket {
  mutating func welcome(_ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    if schedulesAnnouncements { return register(driver, at: time, &desk) }
    fleet.announce(driver, at: time)
    desk.note(.driverAnnounced, provider: driver)
    scheduleNextStop(driver, &desk)
  }

  /// Executes the step of a driver: departure, next stop or arrival.
  mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk) {
    switch step.kind {
    case .drive: drive(step.driver, at: time, &desk)
    case .announce: announceNow(step.driver, at: time, &desk)
    default: each(&desk) { $0.take(step, at: time, &$1, &$2) }
    }
  }

  private mutating func drive(_ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    driverStates[driver].next = nil
    if !driverStates[driver].hasDeparted {
      if any(&desk, { !$0.mayDepart(driver, at: time, &$1, &$2) }) { return }
      driverStates[driver].hasDeparted = true
      each(&desk) { feature, market, _ in feature.departed(driver, at: time, &market) }
      record(.depart, driver, at: time, leave: time)
      desk.note(.driverDeparted, provider: driver)
    } else if fleet[driver].stops.isEmpty {
      guard any(&desk, { feature, market, _ in feature.stays(driver, at: time, &market) }) else {
        return arrive(driver, at: time, &desk)
      }
    } else {
      // Parties at one stop of the car board and alight at the same time.
      repeat { makeStop(driver, at: time, &desk) } while fleet[driver].isHalting
    }
    scheduleNextStop(driver, &desk)
  }

  /// Schedules the next step in the itinerary of `driver`, replacing any step scheduled before.
  mutating func scheduleNextStop(_ driver: DriverIndex, _ desk: inout Desk) {
    if let handle = driverStates[driver].next { desk.cancel(handle) }
    driverStates[driver].next = nil
    if hasFeatures {
      for feature in features where feature.standsReady(driver, fleet, &desk) { return }
    }
    let next =
      driverStates[driver].hasDeparted
      ? nextStep(of: driver, at: desk.now) : max(desk.now, fleet[driver].departure)
    if next != .never { driverStates[driver].next = desk.schedule(Step(.drive, driver), at: next) }
  }

  /// Returns the time at which `driver`, who has departed, makes the next stop or arrives.
  private func nextStep(of driver: DriverIndex, at time: Milliseconds) -> Milliseconds {
    first { $0.nextStep(of: driver, at: time, fleet) } ?? fleet[driver].nextArrival
  }

  private mutating func makeStop(_ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    if any(&desk, { $0.passes(driver, at: time, &$1, &$2) }) { return }
    let stop = fleet.makeStop(driver)
    let leave = fleet[driver].stops.isEmpty ? nil : stop.leave
    each { $0.stopped(driver, at: time, until: leave) }
    let request = stop.request
    let change = first { $0.kind(of: stop, by: driver) }
    let odometer = record(
      change ?? (stop.isPickup ? .pickup : .dropoff), driver, request: request, partySize: stop.partySize,
      at: time, leave: stop.leave, isJoined: stop.isJoined)
    if !stop.isPickup {
      cars.drivers[driver].served += 1
      desk.records.requests[request].rideMetres += cars.ridden(by: request, at: odometer)
    }
    if change != nil {
      each(&desk) { $0.changedCars(at: stop, of: driver, at: time, odometer: odometer, &$1, &$2) }
    } else if stop.isPickup {
      board(request, driver, at: odometer)
      each { $0.pickedUp(request, by: driver, at: time) }
      desk.begin(request, at: time)
      // A passenger who walks gets on when both have arrived.
      desk.records.requests[request].ended = max(time, stop.ready)
      desk.records.requests[request].pickup = max(time, stop.ready)
      desk.note(.pickup, provider: driver, request: request)
    } else {
      // A car that is early waits with the passenger on board.
      desk.records.requests[request].dropoff = max(time, stop.earliest)
      each(&desk) { $0.droppedOff(request, by: driver, at: time, &$1, &$2) }
      desk.end(request, .served, nil, at: time)
      desk.note(.dropoff, provider: driver, request: request)
    }
  }

  mutating func arrive(_ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk) {
    let odometer = record(.arrive, driver, at: time, leave: time)
    cars.drivers[driver].outcome = .arrived
    cars.drivers[driver].arrive = time
    cars.drivers[driver].drivenMetres = odometer
    keepLastOfTrack(of: driver, at: time)
    fleet.retire(driver)
    each { $0.arrived(driver) }
    desk.note(.driverArrived, provider: driver)
  }

  /// Adds a record of the stop that is being made.
  ///
  /// - Returns: the odometer reading in metres.
  @discardableResult
  mutating func record(
    _ kind: StopKind, _ driver: DriverIndex, request: RequestIndex = .none, partySize: Int16 = 0,
    at time: Milliseconds, leave: Milliseconds, isJoined: Bool = false
  ) -> Metres {
    let (position, odometer) = fleet.stand(of: driver, at: time)
    cars.add(
      StopRecord(
        driver: driver, request: request, kind: kind, partySize: partySize, isJoined: isJoined,
        onBoardAfter: fleet[driver].onBoard, arrive: time, leave: leave,
        position: position, odometer: odometer))
    return odometer
  }

  /// Records the odometer readings of the cars still under way at the end of the run.
  mutating func close(at end: Milliseconds, _ desk: inout Desk) {
    each(&desk) { $0.close(at: end, &$1, &$2) }
    for driver in setup.drivers.places where fleet.isUnderWay(driver) {
      cars.drivers[driver].drivenMetres = fleet[driver].track.odometer(at: end)
      keepLastOfTrack(of: driver, at: end)
    }
  }

  /// Records that the party of `request` boarded the car of `driver` when its odometer read `odometer`.
  mutating func board(_ request: RequestIndex, _ driver: DriverIndex, at odometer: Metres) {
    cars.note(onBoard: fleet[driver].onBoard, driver)
    cars.begin(request, at: odometer)
  }

  /// Saves the track of `driver` before `time`, if tracks are recorded.
  mutating func keepTrack(of driver: DriverIndex, before time: Milliseconds) {
    observed.keep(fleet[driver].track, of: driver, before: time)
  }

  /// Saves the rest of the track of `driver`, whose car stops permanently at `time`.
  private mutating func keepLastOfTrack(of driver: DriverIndex, at time: Milliseconds) {
    guard driverStates[driver].hasDeparted else { return }
    observed.keepLast(of: fleet[driver].track, of: driver, at: time, fleet.geometry)
  }
}

/// A step of a driver or passenger that is specific to the carpool.
///
/// Packed into 32 bits, since hundreds of thousands of events may be pending.
struct CarpoolStep: BitwiseCopyable, Sendable {
  private let code: Int32

  /// The kind of a step.
  enum Kind: Int32 {
    /// The driver departs, makes the next stop, or arrives.
    case drive
    /// The driver becomes findable by the matcher.
    case announce
    /// The trip of the driver appears on the board.
    case publish
    /// The driver cancels the published trip.
    case callOff
    /// The driver's phone goes offline or online.
    case phone
    /// The passenger stops watching for new trips.
    case giveUp
    /// The trip of a passenger who planned ahead starts.
    case leave
    /// The second driver of a passenger who transfers cancels.
    case cancelSecond
    /// The stars of a review count from now on, because its moderation is over.
    case showReview
  }

  init(_ kind: Kind, _ driver: DriverIndex) { code = kind.rawValue << 28 | driver.rawValue }

  init(_ kind: Kind, _ request: RequestIndex) { code = kind.rawValue << 28 | request.rawValue }

  /// Creates the step at which the stars of review `number` start to count.
  init(showReview number: Int) { code = Kind.showReview.rawValue << 28 | Int32(number) }

  // The kind is in the upper four bits, including the sign.
  var kind: Kind { Kind(rawValue: code >> 28 & 0xF) ?? .drive }
  var review: Int { Int(code & 0x0FFF_FFFF) }
  var driver: DriverIndex { DriverIndex(rawValue: code & 0x0FFF_FFFF) }
  var request: RequestIndex { RequestIndex(rawValue: code & 0x0FFF_FFFF) }
}
