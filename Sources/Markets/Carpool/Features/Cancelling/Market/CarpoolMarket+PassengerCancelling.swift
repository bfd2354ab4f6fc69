import Lifecycle
import Matching
import Quantities
import Travellers

extension CarpoolMarket {
  /// The probability that a passenger cancels the car that was just found: who has booked has a fate of their own, and who is
  /// under way already stays.
  func cancelProbability(of request: RequestIndex, _ rules: Rules) -> Double {
    planning?[request]?.fate == .booked || transfers?.isUnderWay(request) == true
      ? 0 : rules.requesterCancelProbability
  }

  mutating func callOff(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Cause {
    guard planning?[request]?.fate != .booked, let match = desk.records.requests[request].match else {
      return .calledOff
    }
    let pickup = cancellations?.pickups[request] ?? time
    cancellations?.records.append(
      CancellationRecord(
        request: request, driver: match.driver, agreed: match.time, time: time, plannedPickup: pickup))
    return .cancelledAfterMatch
  }
}
