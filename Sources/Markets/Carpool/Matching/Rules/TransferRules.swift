public import Quantities

/// The rules by which passengers transfer on the way.
public struct TransferRules: Hashable, Sendable {
  /// From being dropped off to the next pickup at the least: the second car is not planned to leave without them sooner.
  public var leastWait = Milliseconds(60_000)
  /// The longest that a passenger is to wait where they change.
  public var longestWait = Milliseconds(600_000)

  /// The distance, where there is no network, between the points of the grid at which passengers transfer.
  public var grid: Metres?

  public init() {}

  /// Returns what the second driver promises of `promise` to a passenger whom the first picks up at `boarding` and drops off at
  /// `dropoff`: the longest ride lasts from the first pickup to the last drop-off.
  func onward(_ promise: Promise, boarding: Milliseconds, dropoff: Milliseconds) -> Promise {
    Promise(
      latestPickup: dropoff.saturatingAdd(longestWait),
      latestDropoff: min(promise.latestDropoff, boarding.saturatingAdd(promise.maxRide)), maxRide: .never)
  }
}
