public import Quantities
public import Spaces

/// A list of places at which cars and passengers may meet.
public final class MeetingPlaces: Sendable {
  /// The places, in list order and without duplicates.
  public let places: [Place]
  /// Whether the trip's origin and destination are meeting points too.
  public let includesDoor: Bool
  /// The indices of the places, sorted by `x`.
  private let order: [Int]
  private let geometry: Geometry

  /// Creates the list of `places`, without duplicates.
  public init(_ places: [Place], includesDoor: Bool, geometry: Geometry) {
    var known: Set<Place> = []
    let all = places.filter { known.insert($0).inserted }
    self.places = all
    self.includesDoor = includesDoor
    self.geometry = geometry
    order = all.indices.ordered { (all[$0].position.x, $0) < (all[$1].position.x, $1) }
  }

  /// Returns the places within a straight-line distance of `reach` metres of `end`, in list order.
  ///
  /// - Complexity: O(log n) plus the number of places whose x differs by at most `reach`; O(n) on a torus.
  public func around(_ end: Place, within reach: Metres) -> [Place] {
    let x = end.position.x
    var near = order[...]
    if case .torus = geometry {
    } else {
      // No straight line is shorter than its part along x; rounding is covered by a metre.
      let first = order.partitioningIndex { places[$0].position.x >= x - reach - 1 }
      near = order[first...].prefix { places[$0].position.x <= x + reach + 1 }
    }
    return near.filter { geometry.isWithin(reach, end.position, places[$0].position) }.sorted().map {
      places[$0]
    }
  }
}
