public import Quantities
import Spaces
public import Travellers

/// The promise that a passenger holds once a driver has accepted: no later insertion may violate it.
public struct Promise: Hashable, Sendable {
  /// `.never` without a limit; so for the two below.
  public var latestPickup: Milliseconds
  public var latestDropoff: Milliseconds
  /// From pickup to drop-off.
  public var maxRide: Milliseconds

  /// Promises a pickup, a drop-off, and a ride no longer than that.
  public init(latestPickup: Milliseconds, latestDropoff: Milliseconds, maxRide: Milliseconds) {
    self.latestPickup = latestPickup
    self.latestDropoff = latestDropoff
    self.maxRide = maxRide
  }
}

extension Terms {
  /// Returns the promise that `request` may get under these terms.
  @inline(__always)
  public func promise(for request: borrowing Request) -> Promise {
    var ride = min(request.maxRide, maxRide)
    if maxRideRatio.isFinite {
      let scaled = Double(request.direct.duration.rawValue) * maxRideRatio
      if scaled < 1e15 { ride = min(ride, Milliseconds(Int64(scaled))) }
    }
    let waitsFrom = request.waitsFrom
    let direct = waitsFrom.saturatingAdd(request.direct.duration)
    return Promise(
      latestPickup: min(request.latestPickup, waitsFrom.saturatingAdd(maxWait)),
      latestDropoff: min(request.latestDropoff, direct.saturatingAdd(maxDelay)),
      maxRide: ride)
  }
}
