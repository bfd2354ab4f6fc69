import CKernels
import Spaces

/// What a request asks of a `LegTable`.
struct LegQuery {
  let kernel: detour_leg_query
  let objective: Objective
  let weights: Terms.Weights
  let stop: Float
  /// The time of the decision, since the table's epoch.
  let now: Float
  let pickup: Place
  let dropoff: Place
  /// What is known of the meeting points together; nil where nobody walks.
  let bounds: Bounds?

  /// Where the passenger may be picked up, and where dropped off.
  var pickups: [Place] { bounds?.origins.places ?? [pickup] }
  var dropoffs: [Place] { bounds?.destinations.places ?? [dropoff] }

  struct Bounds {
    let origins: PlaceGroup
    let destinations: PlaceGroup
    let pickup: PlaceBounds
    let dropoff: PlaceBounds
  }
}
