import Lifecycle
public import Quantities
public import Travellers

/// The cancellation of a passenger whom a driver had agreed to pick up now.
public struct CancellationRecord: Sendable {
  public internal(set) var request: RequestIndex
  /// The driver who was on the way, of a transfer the first.
  public internal(set) var driver: DriverIndex
  public let agreed: Milliseconds
  public let time: Milliseconds
  /// The pickup as it was planned when the driver agreed.
  public let plannedPickup: Milliseconds
}

/// The cancellations of a run, and the pickups that were agreed.
final class Cancellations {
  /// In the order of time.
  var records: [CancellationRecord] = []
  /// The pickup of each request as last agreed; only ever asked for by the request.
  var pickups: [RequestIndex: Milliseconds] = [:]

  init?(_ setup: SimulationSetup) {
    guard setup.rules.requesterCancelProbability > 0 else { return nil }
  }
}
