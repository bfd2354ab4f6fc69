import Lifecycle
import Matching
import Quantities
import Travellers

// What a feature does not take part in leaves the market as it is.
extension CarpoolFeature {
  var takesPartInAttempts: Bool { true }
  var schedulesAnnouncements: Bool { false }
  var acquaintance: (any Acquaintance)? { nil }
  var hasOfflinePhones: Bool { false }
  func open(_ market: borrowing CarpoolMarket) {}
  func change(_ arrival: inout Milliseconds?, of driver: DriverIndex) {}
  func waypoints(of driver: DriverIndex) -> [PlannedStop] { [] }
  func enlisted(_ driver: DriverIndex, _ fleet: Fleet) {}
  func offered(_ driver: DriverIndex, from time: Milliseconds) -> Milliseconds? { nil }
  func announcement(
    of driver: DriverIndex, from earliest: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Announcement? { nil }
  func hasWithdrawn(_ driver: DriverIndex) -> Bool { false }
  func announced(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {}
  func mayDepart(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool { true }
  func departed(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket) {}
  func standsReady(_ driver: DriverIndex, _ fleet: Fleet, _ desk: inout Desk) -> Bool {
    false
  }
  func nextStep(of driver: DriverIndex, at time: Milliseconds, _ fleet: Fleet) -> Milliseconds? { nil }
  func stays(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket) -> Bool { false }
  func endOfService(of driver: DriverIndex) -> Milliseconds? { nil }
  func takesOn(_ driver: DriverIndex, at time: Milliseconds, _ fleet: Fleet) {}
  func stopped(_ driver: DriverIndex, at time: Milliseconds, until leave: Milliseconds?) {}
  func planChanged(of driver: DriverIndex, _ fleet: Fleet) {}
  func passes(_ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
    -> Bool
  { false }
  func kind(of stop: PlannedStop, by driver: DriverIndex) -> StopKind? { nil }
  func changedCars(
    at stop: PlannedStop, of driver: DriverIndex, at time: Milliseconds, odometer: Metres,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {}
  func arrived(_ driver: DriverIndex) {}
  func milliStars(of driver: DriverIndex) -> Int32? { nil }
  func rated(_ trips: [DriverIndex], _ market: borrowing CarpoolMarket) {}
  func admits(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool { true }
  func receive(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Reception? { nil }
  func patience(of request: RequestIndex) -> Milliseconds? { nil }
  func restated(_ request: RequestIndex) -> Request? { nil }
  func meetsAtEnds(_ request: RequestIndex) -> Bool { false }
  func ownDriver(of request: RequestIndex) -> DriverIndex? { nil }
  func attempts(of request: RequestIndex) -> Int32? { nil }
  func change(_ cycles: inout Int32, of request: RequestIndex) {}
  func looksElsewhere(_ request: RequestIndex, at time: Milliseconds) -> Bool { false }
  func isBusyUntil(_ request: RequestIndex, _ fleet: Fleet) -> Milliseconds? { nil }
  func waits(_ request: RequestIndex) -> Bool { false }
  func keeps(_ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket) -> Bool {
    false
  }
  func lost(_ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk)
  {}
  func isOwnDoing(_ request: RequestIndex, _ desk: inout Desk) -> Bool { false }
  func failed(_ request: RequestIndex, at time: Milliseconds) {}
  func decide(_ call: Call, _ market: inout CarpoolMarket, _ desk: inout Desk) -> AttemptRecord? { nil }
  func obstacle(to request: RequestIndex, at time: Milliseconds) -> Cause? { nil }
  func searchElsewhere(for view: borrowing Attempt, _ fleet: Fleet) {}
  func searchElsewhere(for views: [Attempt], beside choices: [Candidate?], _ fleet: Fleet) {}
  func carryOut(
    _ moves: [CarMove], at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {}
  func decided(_ choice: Candidate?, for view: borrowing Attempt) {}
  func decidedTogether(_ decision: GatheredChoice, for views: [Attempt]) {}
  func complete(
    _ record: inout AttemptRecord, of view: borrowing Attempt, number: Int, _ market: inout CarpoolMarket
  ) {}
  func missed(_ record: inout AttemptRecord, number: Int) {}
  func price(of fare: Fare) -> Int64? { nil }
  func mostForSeat(over metres: Metres, with driver: DriverIndex) -> Int64? { nil }
  func objection(to fare: Fare, for call: Call) -> Cause? { nil }
  func funds(of request: RequestIndex) -> Int64? { nil }
  func due(
    _ gathered: [RequestIndex], at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> (due: [RequestIndex], others: [RequestIndex])? { nil }
  func decide(together calls: [Call], _ market: inout CarpoolMarket, _ desk: inout Desk) -> [AttemptRecord]? {
    nil
  }
  func isAskedToDrive(_ request: RequestIndex, _ fleet: Fleet) -> Bool { false }
  func isTaken(_ request: RequestIndex, in drivers: Set<DriverIndex>, _ fleet: Fleet)
    -> Bool
  { false }
  func lastChoice(of request: RequestIndex, _ fleet: Fleet) -> Milliseconds? { nil }
  func hasToDecide(_ driver: DriverIndex, by time: Milliseconds, _ fleet: Fleet) -> Bool {
    false
  }
  func rejection(
    of driver: DriverIndex, by request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) -> Rejection<Cause>? { nil }
  func keepsSeat(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool { false }
  func offered(
    _ request: RequestIndex, to driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: borrowing Desk
  ) {}
  func change(
    _ offer: inout OpenOffer, of request: RequestIndex, to driver: DriverIndex, at time: Milliseconds,
    _ market: borrowing CarpoolMarket, _ desk: borrowing Desk
  ) {}
  func companion(of request: RequestIndex) -> DriverIndex? { nil }
  func declineProbability(of driver: DriverIndex, to request: RequestIndex) -> Double? { nil }
  func releasesSeat(
    _ request: RequestIndex, from driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) -> Bool { false }
  func released(_ request: RequestIndex, at time: Milliseconds, _ fleet: Fleet) {}
  func commit(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Commitment<Cause>? { nil }
  func lapse(of request: RequestIndex, _ fare: Fare) -> Cause? { nil }
  func agreed(
    _ request: RequestIndex, with driver: DriverIndex, pickup: Milliseconds, fare: Fare,
    at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {}
  func isUnderWay(_ request: RequestIndex) -> Bool { false }
  func keepsRide(_ request: RequestIndex) -> Bool { false }
  func cause(ofCancelling request: RequestIndex, at time: Milliseconds, _ desk: borrowing Desk) -> Cause? {
    nil
  }
  func undoes(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> Bool { false }
  func undone(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {}
  func pickedUp(_ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds) {}
  func droppedOff(
    _ request: RequestIndex, by driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket,
    _ desk: inout Desk
  ) {}
  func take(_ step: CarpoolStep, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk) {}
  func close(at end: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk) {}
  func leave(in records: inout RunRecords) {}
}
