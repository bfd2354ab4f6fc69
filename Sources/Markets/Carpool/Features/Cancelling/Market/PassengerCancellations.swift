import Lifecycle
import Quantities
import Travellers

/// The passengers' cancellations in a run, and the agreed pickups.
final class PassengerCancellations {
  /// The cancellations, in chronological order.
  var records: [CancellationRecord] = []
  /// The last agreed pickup time of each request; only accessed by key.
  var pickups: [RequestIndex: Milliseconds] = [:]

  init?(_ setup: SimulationSetup) {
    guard setup.rules.requesterCancelProbability > 0 else { return nil }
  }
}

/// Passengers' cancellations while the car is on its way.
extension PassengerCancellations: CarpoolFeature {
  var takesPartInAttempts: Bool { false }

  func agreed(
    _ request: RequestIndex, with driver: DriverIndex, pickup: Milliseconds, fare: Fare,
    at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    pickups[request] = pickup
  }

  func cause(ofCancelling request: RequestIndex, at time: Milliseconds, _ desk: borrowing Desk) -> Cause? {
    guard let match = desk.records.requests[request].match else { return nil }
    records.append(
      CancellationRecord(
        request: request, driver: match.driver, agreed: match.time, time: time,
        plannedPickup: pickups[request] ?? time))
    return .cancelledAfterMatch
  }

  func isOwnDoing(_ request: RequestIndex, _ desk: inout Desk) -> Bool {
    desk.records.requests[request].cause == .cancelledAfterMatch
  }

  func leave(in records: inout RunRecords) { records.cancellations = self.records }
}
