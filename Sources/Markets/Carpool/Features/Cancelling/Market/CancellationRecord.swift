public import Quantities
public import Travellers

/// A passenger's cancellation of an instant ride that a driver had accepted.
public struct CancellationRecord: Sendable {
  public internal(set) var request: RequestIndex
  /// The driver who was on the way; for a transfer, the first of the two.
  public internal(set) var driver: DriverIndex
  public let agreed: Milliseconds
  public let time: Milliseconds
  /// The pickup time planned when the driver accepted.
  public let plannedPickup: Milliseconds
}
