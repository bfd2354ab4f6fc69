public import Quantities

/// The insertion of a passenger in a driver's plan: the positions of pickup and drop-off in the order of
/// stops, and the costs for the driver.
public struct Insertion: Hashable, Sendable {
  /// The number of planned stops before the pickup.
  public var pickupAfter: Int
  /// The number of planned stops before the drop-off.
  public var dropoffAfter: Int
  /// The time from the decision until the driver reaches the passenger, and a walking passenger is there.
  public var timeToPickup: Milliseconds
  /// The time from the decision until the passenger alights.
  public var timeToDropoff: Milliseconds
  /// The added driving time, without stops and waiting: the driver's pair of stops is the one with the least.
  public var addedDriving: Milliseconds
  /// The delay of the arrival at the destination, including stops and waiting; for a waiting car, the added
  /// driving time.
  public var detour: Milliseconds
  /// The number of the meeting point at each end to or from which the passenger walks; 0 for the end itself.
  public var pickupPoint: Int32 = 0
  public var dropoffPoint: Int32 = 0
}
