public import Quantities

/// What a passenger holds once a driver has accepted: no later insertion may break it.
public struct Promise: Hashable, Sendable {
  /// `.never` without a limit; so for the two below.
  public var latestPickup: Milliseconds
  public var latestDropoff: Milliseconds
  /// From pickup to drop-off.
  public var maxRide: Milliseconds
}
