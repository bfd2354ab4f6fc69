import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

// MARK: - Two drivers for a passenger

extension CarpoolMarket {
  /// Commits a transfer accepted by both drivers, after re-evaluating both rides from the drivers' actual positions.
  mutating func commit(
    _ request: RequestIndex, _ journey: Transfers.Journey, _ transfers: Transfers, at time: Milliseconds,
    _ desk: inout Desk
  ) -> Commitment<Cause> {
    let drivers = [journey.transfer.first.driver, journey.transfer.second.driver]
    let promise = setup.terms.promise(for: requests[request])
    let inquiry = Inquiry(requests[request], as: request, promise: promise, at: time)
    guard drivers.allSatisfy({ fleet.isActive($0) }) else {
      desk[lastAttemptOf: request].bindingLimit = .seats
      return .lapsed(.lapsed)
    }
    guard let transfer = fleet.confirmed(journey.transfer, for: inquiry) else { return .lapsed(.lapsed) }
    let rides = fleet.rides(of: transfer, for: inquiry)
    var metres: Metres = 0
    for (ride, part) in [(rides.first, transfer.first), (rides.second, transfer.second)] {
      metres += fleet.addedMetres(
        of: ride.request, by: part.insertion, to: part.driver, at: time, from: .actual)
      keepTrack(of: part.driver, before: time)
      fleet.accept(ride, insertion: part.insertion, by: part.driver)
      fleet.release(part.driver, at: time)
      scheduleNextStop(part.driver, &desk)
    }
    var match = MatchRecord(
      time: time, driver: transfer.first.driver, latestPickup: promise.latestPickup,
      latestDropoff: promise.latestDropoff,
      detour: transfer.first.insertion.detour + transfer.second.insertion.detour, detourMetres: metres,
      agreement: (transfer.first.agreement + transfer.second.agreement) / 2, cost: transfer.cost)
    match.meeting = desk[lastAttemptOf: request].meeting
    match.transfer = Int32(journey.record)
    desk.records.requests[request].match = match
    transfers[request]?.transfer = transfer
    transfers[request]?.stage = .agreed
    transfers[request]?.secondCancellation = drawSecondCancellation(of: request, transfer, at: time, &desk)
    transfers[recordOf: request]?.finding.best = transfer
    transfers[recordOf: request]?.fate = .agreed
    let fare = fare(of: request, inquiry.request, with: transfer.first.driver)
    each(&desk) {
      $0.agreed(
        request, with: transfer.first.driver, pickup: transfer.boarding, fare: fare, at: time, &$1, &$2)
    }
    return .kept(span: transfer.boarding - time)
  }

  /// Draws whether the second driver cancels before the pickup; the lifecycle draws this for the first driver.
  private func drawSecondCancellation(
    of request: RequestIndex, _ transfer: Transfer, at time: Milliseconds, _ desk: inout Desk
  ) -> EventHandle? {
    let probability = desk.rules.providerCancelProbability
    guard probability > 0 else { return nil }
    let cycle = UInt64(desk[lastAttemptOf: request].cycle)
    var stream = desk.rules.random.stream(
      .providerCancellation, key(of: request), key(of: transfer.second.driver), cycle)
    let span = transfer.pickup - time
    guard let delay = Lifecycle<CarpoolMarket>.moment(stream.uniform(), of: probability, in: span) else {
      return nil
    }
    return desk.schedule(Step(.cancelSecond, request), at: time + delay)
  }

  /// Removes a passenger who has not been picked up from the plans of both drivers.
  mutating func undo(
    _ request: RequestIndex, _ journey: Transfers.Journey, _ transfers: Transfers, with driver: DriverIndex,
    because reason: Cancellation, at time: Milliseconds, _ desk: inout Desk
  ) {
    let transfer = journey.transfer
    if let handle = journey.secondCancellation { desk.cancel(handle) }
    drop(request, from: transfer.first.driver, at: time, &desk)
    if journey.isMet == nil {
      drop(request, from: transfer.second.driver, at: time, &desk)
    } else {
      goInVain(request, transfer.second.driver, at: time, &desk)
    }
    transfers[recordOf: request]?.fate =
      switch reason {
      case .byRequester: .cancelledByPassenger
      case .byProvider: driver == transfer.first.driver ? .cancelledByFirst : .cancelledBySecond
      }
    transfers[request] = nil
    desk.records.requests[request].match = nil
  }
}

extension CarpoolMarket {
  /// Makes `driver`, who is waiting at the transfer place of `request`, continue without the passenger.
  private mutating func goInVain(
    _ request: RequestIndex, _ driver: DriverIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    keepTrack(of: driver, before: time)
    fleet.leaveBehind(request, by: driver, at: time)
    scheduleNextStop(driver, &desk)
    cars.takeBackTransfer(of: request, to: driver)
  }
}

// MARK: - On the way

extension CarpoolMarket {
  /// Handles the cancellation of the second driver of `request`.
  mutating func cancelSecond(
    _ request: RequestIndex, _ transfers: Transfers, at time: Milliseconds, _ desk: inout Desk
  ) {
    guard let journey = transfers[request] else { return }
    let driver = journey.transfer.second.driver
    transfers[request]?.secondCancellation = nil
    switch journey.stage {
    case .agreed:
      // The first ride has not begun: it is as if the first driver had cancelled.
      desk.rebind(request, to: driver)
      desk.scheduleCancellation(of: request, at: time)
    case .inFirst, .waiting:
      drop(request, from: driver, at: time, &desk)
      desk.note(.driverCancelled, provider: driver, request: request)
      transfers[request]?.secondHasCancelled = true
      if journey.stage == .waiting { searchOn(request, without: driver, transfers, at: time, &desk) }
    case .offered, .inSecond: break
    }
  }

  /// Starts a new search from the transfer place for `request`, whose second driver does not come.
  private mutating func searchOn(
    _ request: RequestIndex, without driver: DriverIndex, _ transfers: Transfers, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    guard let place = transfers[request]?.transfer.place else { return }
    var rest = requests[request]
    rest.submit = time
    rest.lead = .zero
    rest.earliestPickup = .zero
    rest.latestPickup = .never
    transfers[request]?.rest = fleet.moved(rest, from: place, to: rest.destination)
    desk.resume(request, without: driver, at: time)
  }

  /// Handles a transferring passenger's drop-off after the first ride.
  mutating func getOff(
    _ stop: PlannedStop, _ driver: DriverIndex, _ transfers: Transfers, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    let request = stop.request
    guard let journey = transfers[request] else { return }
    transfers[recordOf: request]?.dropoff = time
    desk.note(.transferDropoff, provider: driver, request: request)
    if let (odometer, pickup) = journey.isMet {
      transfers[request]?.stage = .inSecond
      transfers[recordOf: request]?.pickup = max(time, pickup)
      transfers[recordOf: request]?.onward = journey.transfer.second.driver
      board(request, journey.transfer.second.driver, at: odometer)
      return
    }
    transfers[request]?.stage = .waiting
    guard journey.secondHasCancelled else { return }
    searchOn(request, without: journey.transfer.second.driver, transfers, at: time, &desk)
  }

  /// Handles the arrival of the second car at the transfer place; the passenger boards once both have arrived.
  mutating func getOn(
    _ stop: PlannedStop, _ driver: DriverIndex, _ transfers: Transfers, at time: Milliseconds,
    _ odometer: Metres, _ desk: inout Desk
  ) {
    let request = stop.request
    // A driver who has arrived no longer cancels.
    if let handle = transfers[request]?.secondCancellation { desk.cancel(handle) }
    transfers[request]?.secondCancellation = nil
    if transfers[request]?.stage == .waiting {
      transfers[request]?.stage = .inSecond
      transfers[recordOf: request]?.pickup = max(time, stop.ready)
      transfers[recordOf: request]?.onward = driver
      board(request, driver, at: odometer)
    } else {
      transfers[request]?.isMet = (odometer, max(time, stop.ready))
    }
    desk.note(.transferPickup, provider: driver, request: request)
    // A new driver has begun the second ride again; the wait ended with the first pickup.
    guard transfers[request]?.secondHasCancelled == true else { return }
    let ended = desk.records.requests[request].ended
    desk.begin(request, at: time)
    desk.records.requests[request].ended = ended
  }

  /// Handles a transferring passenger's arrival at the destination.
  func endTransfer(of request: RequestIndex, _ transfers: Transfers) {
    transfers[recordOf: request]?.fate =
      transfers[request]?.secondHasCancelled == true ? .rematched : .transferred
    transfers[request] = nil
  }
}
