public import Quantities
import Spaces
public import Travellers

/// The rules of a market: the conditions for candidates and the cost of insertions. Scenario defaults are defined here.
public struct Terms: Sendable {
  /// The radius r, in metres: the maximum distance from reported position to pickup, and from route to drop-off.
  public var radius: Metres = 1000
  /// The distance d along the road between route points, in metres; 0: continuous.
  public var spacing: Metres = 500
  /// The time taken by boarding, and by alighting.
  public var stopDuration = Milliseconds(30_000)
  public var weights = Weights()
  /// The maximum time from submission to pickup; `.never`: no limit.
  public var maxWait = Milliseconds.never
  /// The maximum delay of the arrival relative to a direct trip that starts on submission; `.never`: no limit.
  public var maxDelay = Milliseconds.never
  public var maxRide = Milliseconds.never
  /// The maximum ratio of ride duration to direct trip duration; infinite: no limit.
  public var maxRideRatio = Double.infinity

  /// Whether consecutive stops at one place are combined into one halt of the car.
  public var sharesStops = false

  public var insertion = Insertion()
  /// The rules for deciding the requests of a window.
  public var batch = BatchRules()
  /// The rules for walking.
  public var walking = WalkingRules()
  /// The rules for transfers of passengers without a driver for the whole trip; nil: no transfers.
  public var transfer: TransferRules?

  /// The terms used only by the exact matcher.
  public struct Insertion: Equatable, Sendable {
    /// Whether both circles of radius r also apply, with true positions and continuous routes.
    public var usesRadius = false
    public var objective = Objective.cost
    /// Whether accepted passengers are never picked up or dropped off later than planned.
    public var keepsArrivals: Bool { objective == .earliestArrival }

    public init() {}
  }

  /// The weights of the components of the cost.
  public struct Weights: Equatable, Sendable {
    /// The weight a: cost in milliseconds per millisecond until the pickup.
    public var timeToPickup = 1.0
    /// The weight b: cost in milliseconds per millisecond of added detour.
    public var detour = 1.0
    /// The weight c: the cost in milliseconds if no preference is met.
    public var preference = Milliseconds(300_000)

    public init() {}
  }

  public init() {}

  /// Returns the cost of an insertion, in whole milliseconds: lower is better.
  public func cost(timeToPickup: Milliseconds, detour: Milliseconds, agreement: Double) -> Int64 {
    let cost =
      weights.timeToPickup * Double(timeToPickup.rawValue) + weights.detour * Double(detour.rawValue)
      + Double(weights.preference.rawValue) * (1 - agreement)
    return Int64(cost.rounded())
  }
}

/// The promise to a passenger once a driver has accepted: no later insertion may violate it.
public struct Promise: Hashable, Sendable {
  /// The latest pickup, and the latest drop-off; `.never`: no limit.
  public var latestPickup: Milliseconds
  public var latestDropoff: Milliseconds
  /// The maximum duration of the ride from pickup to drop-off; `.never`: no limit.
  public var maxRide: Milliseconds

  /// Creates a promise with the given latest times and maximum ride.
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

/// A limit on insertions; the raw value is the name in attempts.csv.
public enum Limit: String, CaseIterable, Sendable {
  case detour = "max_detour_s"
  case detourRatio = "max_detour_ratio"
  case arrival = "latest_arrive_s"
  case wait = "latest_pickup_s"
  case dropoff = "latest_dropoff_s"
  case ride = "max_ride_s"
  /// A promise to an already accepted passenger.
  case promise
  /// The car has no free seats, or the driver has arrived; used when the check at acceptance fails.
  case seats
}

/// The objective by which insertions are compared.
public enum Objective: String, CaseIterable, Sendable {
  /// The weighted cost: time to pickup, the driver's added detour, unmet preferences.
  case cost
  /// The added driving time, without stops and waiting.
  case addedDriving = "added_driving"
  /// The time until the drop-off, without delaying already accepted passengers.
  case earliestArrival = "earliest_arrival"

  /// Returns the value of `insertion` into the plan of a driver with the given agreement: lower is better.
  func value(of insertion: Insertion, agreement: Double, terms: Terms) -> Int64 {
    switch self {
    case .addedDriving: insertion.addedDriving.rawValue
    case .cost:
      terms.cost(timeToPickup: insertion.timeToPickup, detour: insertion.detour, agreement: agreement)
    case .earliestArrival: insertion.timeToDropoff.rawValue
    }
  }

  /// Returns a lower bound on the value of insertions whose components are at least as large as given, in milliseconds,
  /// for any agreement.
  ///
  /// - Parameter ride: the minimum time from the pickup to the drop-off.
  @inline(__always)
  func bound(
    timeToPickup: Float, ride: Float, addedDriving: Float, detour: Float, weights: Terms.Weights
  ) -> Float {
    switch self {
    case .addedDriving: addedDriving
    case .cost: Float(weights.timeToPickup) * timeToPickup + Float(weights.detour) * detour
    case .earliestArrival: timeToPickup + ride
    }
  }
}
