import CKernels
import Quantities
import RoadNetwork
import Spaces
import Travellers

/// The places where a leg begins and ends.
struct LegPlaces {
  var begin: Place
  var end: Place
}

/// The sweep targets of a leg's first and last node.
struct LegTargets {
  var begin = SweepTarget(0, at: 0)
  var end = SweepTarget(0, at: 0)

  /// The offset of `end` in bytes.
  static var end: Int { MemoryLayout<SweepTarget>.stride }
}

/// Lower bounds, in milliseconds, on the driving times that make up an insertion into one leg.
protocol LegTimes {
  /// Returns the time from the beginning of the leg to the pickup.
  func toPickup(_ leg: Int) -> Float
  /// Returns the time from the pickup to the end of the leg.
  func fromPickup(_ leg: Int) -> Float
  /// Returns the time from the beginning of the leg to the drop-off.
  func toDropoff(_ leg: Int) -> Float
  /// Returns the time from the drop-off to the end of the leg.
  func fromDropoff(_ leg: Int) -> Float
}

/// Bounds computed by the space, from landmarks on a network: tighter, but more expensive.
struct RefinedLegTimes: LegTimes {
  private let leastTimes: LeastTimes
  private let places: [LegPlaces]
  private let pickup: Place
  private let dropoff: Place
  /// The data for bounds over all meeting points; nil if nobody walks.
  let bounds: LegQuery.Bounds?

  init(leastTimes: LeastTimes, places: [LegPlaces], query: borrowing LegQuery) {
    self.leastTimes = leastTimes
    self.places = places
    pickup = query.pickup
    dropoff = query.dropoff
    bounds = query.bounds
  }

  func toPickup(_ leg: Int) -> Float {
    if let bounds { return leastTimes.milliseconds(from: places[leg].begin, to: bounds.pickup) }
    return leastTimes.milliseconds(from: places[leg].begin, to: pickup)
  }

  func fromPickup(_ leg: Int) -> Float {
    if let bounds { return leastTimes.milliseconds(from: bounds.pickup, to: places[leg].end) }
    return leastTimes.milliseconds(from: pickup, to: places[leg].end)
  }

  func toDropoff(_ leg: Int) -> Float {
    if let bounds { return leastTimes.milliseconds(from: places[leg].begin, to: bounds.dropoff) }
    return leastTimes.milliseconds(from: places[leg].begin, to: dropoff)
  }

  func fromDropoff(_ leg: Int) -> Float {
    if let bounds { return leastTimes.milliseconds(from: bounds.dropoff, to: places[leg].end) }
    return leastTimes.milliseconds(from: dropoff, to: places[leg].end)
  }
}

/// Exact times to the nearest pickup and from the nearest drop-off, from two sweeps. The other two times, required if
/// pickup and drop-off are on different legs, are bounds from the space.
struct SweptLegTimes: LegTimes {
  let times: (toPickup: SweepTimes, fromDropoff: SweepTimes)
  let targets: [LegTargets]
  let refined: RefinedLegTimes

  // Times without a route are large, not infinite: such a pair is evaluated, and found infeasible.
  func toPickup(_ leg: Int) -> Float { Float(times.toPickup[targets[leg].begin]) }
  func fromPickup(_ leg: Int) -> Float { refined.fromPickup(leg) }
  func toDropoff(_ leg: Int) -> Float { refined.toDropoff(leg) }
  // Times from meeting points include the longer ride to them: no bound for a ride from another leg.
  func fromDropoff(_ leg: Int) -> Float {
    refined.bounds == nil ? Float(times.fromDropoff[targets[leg].end]) : refined.fromDropoff(leg)
  }
}
