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

/// Straight-line bounds, computed from the columns of a scan.
struct StraightLegTimes: LegTimes {
  private let columns: LegColumns.View
  fileprivate let pickup: SIMD2<Float>
  fileprivate let dropoff: SIMD2<Float>
  private let side: Float
  private let pace: Float
  fileprivate let pickupReach: Float
  fileprivate let dropoffReach: Float

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

/// Straight-line bounds for up to four consecutive legs, computed together.
struct FewLegTimes: LegTimes {
  /// The maximum number of legs.
  static let most = 4

  private let first: Int
  private let toPickups: SIMD4<Float>
  private let fromPickups: SIMD4<Float>
  private let toDropoffs: SIMD4<Float>
  private let fromDropoffs: SIMD4<Float>

  @inline(__always)
  fileprivate init(from first: Int, _ columns: LegColumns.View, _ times: StraightLegTimes) {
    self.first = first
    let (fromX, fromY) = (columns.four(.fromX, first), columns.four(.fromY, first))
    let (toX, toY) = (columns.four(.toX, first), columns.four(.toY, first))
    toPickups = times.four(fromX, fromY, times.pickup, times.pickupReach)
    fromPickups = times.four(toX, toY, times.pickup, times.pickupReach)
    toDropoffs = times.four(fromX, fromY, times.dropoff, times.dropoffReach)
    fromDropoffs = times.four(toX, toY, times.dropoff, times.dropoffReach)
  }

  @inline(__always) func toPickup(_ leg: Int) -> Float { toPickups[leg &- first] }
  @inline(__always) func fromPickup(_ leg: Int) -> Float { fromPickups[leg &- first] }
  @inline(__always) func toDropoff(_ leg: Int) -> Float { toDropoffs[leg &- first] }
  @inline(__always) func fromDropoff(_ leg: Int) -> Float { fromDropoffs[leg &- first] }
}

extension StraightLegTimes {
  /// Returns the bounds for the legs from `first` on, of which there are at most `FewLegTimes.most`.
  @inline(__always)
  func few(from first: Int) -> FewLegTimes { FewLegTimes(from: first, columns, self) }

  /// Returns what `time` returns for four points with the given coordinates.
  @inline(__always)
  fileprivate func four(
    _ x: SIMD4<Float>, _ y: SIMD4<Float>, _ point: SIMD2<Float>, _ reach: Float
  ) -> SIMD4<Float> {
    var (dx, dy) = (x - point.x, y - point.y)
    if side.isFinite {
      (dx, dy) = (dx.replacing(with: -dx, where: dx .< 0), dy.replacing(with: -dy, where: dy .< 0))
      (dx, dy) = (pointwiseMin(dx, side - dx), pointwiseMin(dy, side - dy))
    }
    let times = pace * (dx * dx + dy * dy).squareRoot() - reach
    return times.replacing(with: 0, where: times .< 0)
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
  let toPickup: SweepTimes
  let fromDropoff: SweepTimes
  let targets: [LegTargets]
  let refined: RefinedLegTimes

  // Times without a route are large, not infinite: such a pair is evaluated, and found infeasible.
  func toPickup(_ leg: Int) -> Float { Float(toPickup[targets[leg].begin]) }
  func fromPickup(_ leg: Int) -> Float { refined.fromPickup(leg) }
  func toDropoff(_ leg: Int) -> Float { refined.toDropoff(leg) }
  // Times from meeting points include the longer ride to them: no bound for a ride from another leg.
  func fromDropoff(_ leg: Int) -> Float {
    refined.bounds == nil ? Float(fromDropoff[targets[leg].end]) : refined.fromDropoff(leg)
  }
}
