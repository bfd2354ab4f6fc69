import CKernels
import Spaces

/// The query of a request to a `LegTable`.
struct LegQuery {
  let kernel: detour_leg_query
  let objective: Objective
  let weights: Terms.Weights
  let stop: Float
  /// The decision time, since the table's epoch.
  let now: Float
  let pickup: Place
  let dropoff: Place
  /// The bounds over all meeting points; nil if nobody walks.
  let bounds: Bounds?

  /// The roots of the sweeps for the passenger's pickup and drop-off.
  var sweptPickups: [SweepRoot] { bounds?.table.pickups.map { SweepRoot($0.place) } ?? [SweepRoot(pickup)] }
  var sweptDropoffs: [SweepRoot] {
    bounds.map { bounds in
      zip(bounds.table.dropoffs, bounds.table.delays).map { SweepRoot($0.place, delay: $1) }
    } ?? [SweepRoot(dropoff)]
  }

  /// A reference: as a value it would make each copy of a query several times as large, even if nobody walks.
  final class Bounds {
    let table: MeetingTable
    let pickup: PlaceBounds
    let dropoff: PlaceBounds

    init(table: MeetingTable, pickup: PlaceBounds, dropoff: PlaceBounds) {
      self.table = table
      self.pickup = pickup
      self.dropoff = dropoff
    }
  }
}
