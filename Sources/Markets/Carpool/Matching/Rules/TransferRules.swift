public import Quantities

/// The rules of transfers between two drivers.
public struct TransferRules: Hashable, Sendable {
  /// The minimum time between drop-off and next pickup: the second car is not planned to leave earlier.
  public var leastWait = Milliseconds(60_000)
  /// The maximum waiting time at a transfer.
  public var longestWait = Milliseconds(600_000)

  /// Without a network, the distance between the grid points used for transfers.
  public var grid: Metres?

  public init() {}

  /// Returns the part of `promise` for the second driver, if the first one picks the passenger up at `boarding` and
  /// drops them off at `dropoff`: the maximum ride lasts from the first pickup to the last drop-off.
  func onward(_ promise: Promise, boarding: Milliseconds, dropoff: Milliseconds) -> Promise {
    Promise(
      latestPickup: dropoff.saturatingAdd(longestWait),
      latestDropoff: min(promise.latestDropoff, boarding.saturatingAdd(promise.maxRide)), maxRide: .never)
  }
}
