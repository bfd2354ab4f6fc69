import CKernels
import Market
import Quantities
import Spaces

/// What the parts of an insertion on one leg take at least, milliseconds.
protocol LegTimes {
  /// From the beginning of the leg to the pickup.
  func toPickup(_ leg: Int) -> Float
  /// From the pickup to the end of the leg.
  func fromPickup(_ leg: Int) -> Float
  /// From the beginning of the leg to the drop-off.
  func toDropoff(_ leg: Int) -> Float
  /// From the drop-off to the end of the leg.
  func fromDropoff(_ leg: Int) -> Float
}

/// The bounds of straight lines, from the columns that a scan reads.
struct StraightLegTimes: LegTimes {
  let columns: LegColumns.View
  let query: detour_leg_query

  func toPickup(_ leg: Int) -> Float { time(columns.begin(leg), pickup) }
  func fromPickup(_ leg: Int) -> Float { time(pickup, columns.end(leg)) }
  func toDropoff(_ leg: Int) -> Float { time(columns.begin(leg), dropoff) }
  func fromDropoff(_ leg: Int) -> Float { time(dropoff, columns.end(leg)) }

  private var pickup: SIMD3<Float> { SIMD3(query.pickup_x, query.pickup_y, query.pickup_z) }
  private var dropoff: SIMD3<Float> { SIMD3(query.dropoff_x, query.dropoff_y, query.dropoff_z) }

  @inline(__always)
  private func time(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    var difference = a - b
    if query.side.isFinite {
      let (x, y) = (abs(difference.x), abs(difference.y))
      difference.x = min(x, query.side - x)
      difference.y = min(y, query.side - y)
    }
    return query.pace * (difference * difference).sum().squareRoot()
  }
}

/// The bounds of the space, closer and dearer: of landmarks, on a network.
struct RefinedLegTimes: LegTimes {
  let space: any Space
  let begins: [Place]
  let ends: [Place]
  let query: LegQuery

  func toPickup(_ leg: Int) -> Float { time(begins[leg], query.pickup) }
  func fromPickup(_ leg: Int) -> Float { time(query.pickup, ends[leg]) }
  func toDropoff(_ leg: Int) -> Float { time(begins[leg], query.dropoff) }
  func fromDropoff(_ leg: Int) -> Float { time(query.dropoff, ends[leg]) }

  @inline(__always)
  private func time(_ a: Place, _ b: Place) -> Float {
    let time = space.leastDuration(from: a, to: b)
    return time == .never ? .infinity : LegTable.below(time.rawValue)
  }
}
