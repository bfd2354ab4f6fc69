import Quantities
import Spaces

/// Finds the places along a trip.
struct WayStops {
  private let places: [Place]
  private let geometry: Geometry
  /// The maximum distance of a place from the straight line.
  private let within: Metres

  init(_ places: [Place], within: Metres, _ geometry: Geometry) {
    self.places = places
    self.within = within
    self.geometry = geometry
  }

  /// Returns the places near the straight line from `origin` to `destination`, strictly between the two, in driving
  /// order.
  ///
  /// - Complexity: linear in the number of places.
  func onTheWay(from origin: Position, to destination: Position) -> [Place] {
    var found: [(share: Double, place: Place)] = []
    for place in places {
      let share = foot(of: place.position, from: origin, to: destination)
      if let share, share > 0, share < 1 { found.append((share, place)) }
    }
    // Stable: places at the same point of the way keep their order.
    return found.enumerated().sorted { ($0.element.share, $0.offset) < ($1.element.share, $1.offset) }
      .map(\.element.place)
  }

  /// Returns the position of the place along the way, as a share; nil if it is too far away.
  private func foot(of place: Position, from origin: Position, to destination: Position) -> Double? {
    guard case .torus(let side) = geometry else {
      guard geometry.distance(place, toSegment: origin, destination) <= within else { return nil }
      return geometry.foot(of: place, onLine: origin, destination)
    }
    // The image of the place nearest to the line counts.
    let line = geometry.offset(from: origin, to: destination)
    let toPlace = geometry.offset(from: origin, to: place)
    var nearest: (distance: Metres, share: Double)?
    for x in -1...1 {
      for y in -1...1 {
        let image = toPlace + Position(x: Double(x) * side, y: Double(y) * side)
        let share = image.dot(line) / line.squaredLength
        let distance = (image - min(1, max(0, share)) * line).squaredLength.squareRoot()
        if distance <= within, distance < nearest?.distance ?? .infinity { nearest = (distance, share) }
      }
    }
    return nearest?.share
  }
}
