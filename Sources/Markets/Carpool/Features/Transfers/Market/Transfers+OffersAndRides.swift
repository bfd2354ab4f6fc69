import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// Passengers who transfer from one driver's car to another's.
extension Transfers: CarpoolFeature {
  // MARK: - Requests

  /// Returns the rest of the trip, from the transfer place, if the second driver does not come; otherwise nil.
  func restated(_ request: RequestIndex) -> Request? {
    self[request]?.rest
  }

  func meetsAtEnds(_ request: RequestIndex) -> Bool { self[request]?.rest != nil }

  func lost(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    guard isUnderWay(request) else { return }
    self[recordOf: request]?.fate = .stranded
    self[request] = nil
  }

  // MARK: - Attempts

  /// Searches for a transfer if no driver takes the passenger all the way; skips passengers already on their way.
  func searchElsewhere(for view: borrowing Attempt, _ fleet: Fleet) {
    guard !isUnderWay(view.index) else { return }
    let inquiry = view.inquiry
    let finding = fleet.transfer(
      for: Inquiry(
        inquiry.request, as: inquiry.index, promise: inquiry.promise, at: inquiry.time,
        excluded: inquiry.excluded + taken))
    if let found = finding.best, isGathering { taken += [found.first.driver, found.second.driver] }
    keep(finding, of: inquiry.index)
  }

  /// Searches for transfers for the unmatched requests of a window, without choosing any driver twice.
  func searchElsewhere(
    for views: [Attempt], beside choices: [Candidate?], _ fleet: Fleet
  ) {
    taken = choices.compactMap { $0?.driver }
    isGathering = true
    defer { (taken, isGathering) = ([], false) }
    for (place, view) in views.enumerated() where choices.isEmpty || choices[place] == nil {
      searchElsewhere(for: view, fleet)
    }
  }

  func complete(
    _ record: inout AttemptRecord, of view: borrowing Attempt, number: Int, _ market: inout CarpoolMarket
  ) {
    forgetOffer(to: record.request)
    guard let finding = takeFinding(of: record.request) else { return }
    record.offer.transfer = Int32(records.count)
    add(finding, of: record.request, attempt: number)
    guard let transfer = finding.best else { return }
    let (inquiry, fleet) = (view.inquiry, market.fleet)
    var offer = record.offer
    // Who transfers is picked up at the door, and dropped off there.
    offer.meeting = market.meetings.add(.atTheEnds(of: inquiry.request))
    offer.reported = fleet.searchedReport(of: transfer.first.driver, at: record.time).position
    offer.timeToPickup = transfer.first.insertion.timeToPickup
    offer.timeToDropoff = transfer.dropoff + transfer.second.insertion.timeToDropoff - record.time
    offer.cost = transfer.cost
    let rides = fleet.rides(of: transfer, for: inquiry)
    for (ride, part) in [(rides.first, transfer.first), (rides.second, transfer.second)] {
      offer.detour = offer.detour + part.insertion.detour
      offer.detourMetres += fleet.addedMetres(
        of: ride.request, by: part.insertion, to: part.driver, at: record.time, from: fleet.vantage)
    }
    record.offer = offer
    record.cause = nil
    record.bindingLimit = nil
    record.driver = transfer.first.driver
  }

  // MARK: - Offers

  func companion(of request: RequestIndex) -> DriverIndex? {
    guard let journey = self[request], journey.stage == .offered || journey.stage == .agreed else {
      return nil
    }
    return journey.transfer.second.driver
  }

  // MARK: - Rides

  func commit(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Commitment<Cause>? {
    guard let journey = self[request], journey.stage == .offered else { return nil }
    return market.commit(request, journey, self, at: time, &desk)
  }

  /// Whether the passenger is on the way, and therefore does not cancel.
  func keepsRide(_ request: RequestIndex) -> Bool { isUnderWay(request) }

  func undoes(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool {
    guard let journey = self[request], journey.stage == .agreed else { return false }
    market.undo(request, journey, self, with: driver, because: reason, at: time, &desk)
    return true
  }

  func kind(of stop: PlannedStop, by driver: DriverIndex) -> StopKind? {
    self[stop.request]?.part(of: driver, stop).change
  }

  func changedCars(
    at stop: PlannedStop, of driver: DriverIndex, at time: Milliseconds, odometer: Metres,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    if stop.isPickup {
      market.getOn(stop, driver, self, at: time, odometer, &desk)
    } else {
      market.getOff(stop, driver, self, at: time, &desk)
    }
  }

  func pickedUp(_ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds) {
    self[request]?.stage = .inFirst
  }

  func droppedOff(
    _ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) {
    market.endTransfer(of: request, self)
  }

  // MARK: - The run

  func take(_ step: CarpoolStep, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk) {
    if step.kind == .cancelSecond { market.cancelSecond(step.request, self, at: time, &desk) }
  }

  func close(at end: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk) {
    for driver in closeJourneys(at: end) { market.cars.note(onBoard: market.fleet[driver].onBoard, driver) }
  }

  func leave(in records: inout RunRecords) { records.transfers = self.records }
}
