import Quantities
import Spaces

/// Finds which of some places lie on the way of a trip.
struct WayStops {
  private let places: [Place]
  private let geometry: Geometry
  /// The farthest that a place may lie from the straight line.
  private let within: Metres

  init(_ places: [Place], within: Metres, _ geometry: Geometry) {
    self.places = places
    self.within = within
    self.geometry = geometry
  }

  /// The places that lie near the straight line from `origin` to `destination`, strictly between the two, in the order of
  /// the way.
  ///
  /// - Complexity: linear in the number of places.
  func onTheWay(from origin: Position, to destination: Position) -> [Place] {
    var found: [(share: Double, place: Place)] = []
    for place in places {
      let share = foot(of: place.position, from: origin, to: destination)
      if let share, share > 0, share < 1 { found.append((share, place)) }
    }
    // Sorting keeps the order of the list where two lie at one point of the way.
    return found.enumerated().sorted { ($0.element.share, $0.offset) < ($1.element.share, $1.offset) }
      .map(\.element.place)
  }

  /// The share of the way at which the place passes by; nil where it does not come near.
  private func foot(of place: Position, from origin: Position, to destination: Position) -> Double? {
    guard case .torus(let side) = geometry else {
      guard geometry.distance(place, toSegment: origin, destination) <= within else { return nil }
      return geometry.foot(of: place, onLine: origin, destination)
    }
    // The image of the place that comes nearest to the line counts.
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
