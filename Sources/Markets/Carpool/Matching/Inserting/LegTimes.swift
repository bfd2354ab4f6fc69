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

/// The indices of a leg's first and last node in the sweeps' times.
struct LegSweepPlaces {
  var begin: SweepPlace = 0
  var end: SweepPlace = 0
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

/// Straight-line bounds, computed from the columns of a scan.
struct StraightLegTimes: LegTimes {
  private let columns: LegColumns.View
  private let pickup: SIMD2<Float>
  private let dropoff: SIMD2<Float>
  private let side: Float
  private let pace: Float
  private let pickupReach: Float
  private let dropoffReach: Float

  init(columns: LegColumns.View, query: detour_leg_query) {
    self.columns = columns
    pickup = SIMD2(query.pickup_x, query.pickup_y)
    dropoff = SIMD2(query.dropoff_x, query.dropoff_y)
    side = query.side
    pace = query.pace
    pickupReach = query.pickup_reach
    dropoffReach = query.dropoff_reach
  }

  @inline(__always) func toPickup(_ leg: Int) -> Float { time(columns.begin(leg), pickup, pickupReach) }
  @inline(__always) func fromPickup(_ leg: Int) -> Float { time(pickup, columns.end(leg), pickupReach) }
  @inline(__always) func toDropoff(_ leg: Int) -> Float { time(columns.begin(leg), dropoff, dropoffReach) }
  @inline(__always) func fromDropoff(_ leg: Int) -> Float { time(dropoff, columns.end(leg), dropoffReach) }

  @inline(__always)
  private func time(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ reach: Float) -> Float {
    var difference = a - b
    if side.isFinite {
      let (x, y) = (abs(difference.x), abs(difference.y))
      difference.x = min(x, side - x)
      difference.y = min(y, side - y)
    }
    return max(0, pace * (difference * difference).sum().squareRoot() - reach)
  }
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
  let toPickup: UnsafeBufferPointer<Int32>
  let fromDropoff: UnsafeBufferPointer<Int32>
  let sweepPlaces: [LegSweepPlaces]
  let refined: RefinedLegTimes

  // Times without a route are large, not infinite: such a pair is evaluated, and found infeasible.
  func toPickup(_ leg: Int) -> Float { Float(toPickup[Int(sweepPlaces[leg].begin)]) }
  func fromPickup(_ leg: Int) -> Float { refined.fromPickup(leg) }
  func toDropoff(_ leg: Int) -> Float { refined.toDropoff(leg) }
  // Times from meeting points include the longer ride to them: no bound for a ride from another leg.
  func fromDropoff(_ leg: Int) -> Float {
    refined.bounds == nil ? Float(fromDropoff[Int(sweepPlaces[leg].end)]) : refined.fromDropoff(leg)
  }
}
