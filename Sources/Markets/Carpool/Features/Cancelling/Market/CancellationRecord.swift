import Lifecycle
public import Quantities
public import Travellers

/// A passenger's cancellation of an instant ride that a driver had accepted.
public struct CancellationRecord: Sendable {
  public internal(set) var request: RequestIndex
  /// The driver who was on the way; for a transfer, the first.
  public internal(set) var driver: DriverIndex
  public let agreed: Milliseconds
  public let time: Milliseconds
  /// The pickup as planned when the driver accepted.
  public let plannedPickup: Milliseconds
}

/// The cancellations of a run, and the agreed pickups.
final class Cancellations {
  /// The cancellations, in chronological order.
  var records: [CancellationRecord] = []
  /// The last agreed pickup of each request; only looked up by request.
  var pickups: [RequestIndex: Milliseconds] = [:]

  init?(_ setup: SimulationSetup) {
    guard setup.rules.requesterCancelProbability > 0 else { return nil }
  }
}
