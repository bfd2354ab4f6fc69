public import Quantities

/// A way to take a passenger along: where the pickup and the drop-off go in the order of stops, and what
/// that costs the driver.
public struct Insertion: Hashable, Sendable {
  /// The number of planned stops that come before the pickup.
  public var pickupAfter: Int
  /// The number of planned stops that come before the drop-off.
  public var dropoffAfter: Int
  /// From the decision until the driver would reach the passenger, and a passenger who walks would be there.
  public var timeToPickup: Milliseconds
  /// From the decision until the passenger would alight.
  public var timeToDropoff: Milliseconds
  /// Driving time added, stops and waiting left out: the pair of stops with the least stands for the driver.
  public var addedDriving: Milliseconds
  /// Later arrival at the destination, stops and waiting counted; of a car that waits, the driving time added.
  public var detour: Milliseconds
  /// The number, among the meeting points of each end, of the one that the passenger walks to or from; 0 for the end itself.
  public var pickupPoint: Int32 = 0
  public var dropoffPoint: Int32 = 0
}
