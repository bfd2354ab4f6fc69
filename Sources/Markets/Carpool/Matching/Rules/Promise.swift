public import Quantities
import Spaces
public import Travellers

/// The promise to a passenger once a driver has accepted: no later insertion may violate it.
public struct Promise: Hashable, Sendable {
  /// The latest pickup, then the latest drop-off; `.never`: no limit.
  public var latestPickup: Milliseconds
  public var latestDropoff: Milliseconds
  /// The longest ride from pickup to drop-off; `.never`: no limit.
  public var maxRide: Milliseconds

  /// Creates a promise with these latest times and maximum ride.
  public init(latestPickup: Milliseconds, latestDropoff: Milliseconds, maxRide: Milliseconds) {
    self.latestPickup = latestPickup
    self.latestDropoff = latestDropoff
    self.maxRide = maxRide
  }
}

extension Terms {
  /// Returns the promise for `request` under these terms.
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
