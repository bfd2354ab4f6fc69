import Foundation
package import Quantities
package import Spaces
package import Statistics

extension Territory {
  /// Returns a place drawn uniformly over the area of the bounds; nil if that point is not a place.
  package func uniformPlace(_ generator: inout KeyedGenerator) -> Place? {
    space.place(at: uniformPoint(in: bounds, &generator))
  }

  /// Returns a point drawn uniformly over the area of `bounds`.
  package func uniformPoint(in bounds: Bounds, _ generator: inout KeyedGenerator) -> Coordinates {
    let across = generator.uniform()
    let along = generator.uniform()
    let x = bounds.low.x + across * (bounds.high.x - bounds.low.x)
    guard space.geometry == .globe else {
      let y = bounds.low.y + along * (bounds.high.y - bounds.low.y)
      return rounded(Coordinates(x: x, y: y))
    }
    // Equal steps of the sine of latitude bound equal areas of the globe.
    let south = sin(bounds.low.y * .pi / 180)
    let north = sin(bounds.high.y * .pi / 180)
    let latitude = asin(min(1, max(-1, south + along * (north - south)))) * 180 / .pi
    return rounded(Coordinates(x: x, y: latitude))
  }

  /// Returns the place `length` metres from `origin` in the direction `bearing` (degrees clockwise from
  /// north); nil if that point is not a place.
  package func place(_ length: Metres, towards bearing: Double, from origin: Place) -> Place? {
    space.place(at: rounded(point(length, towards: bearing, from: origin.position)))
  }

  /// Returns a place drawn uniformly over the disc of `radius` metres around `centre`; nil if that point is not
  /// a place.
  package func place(
    within radius: Metres, of centre: Coordinates, _ generator: inout KeyedGenerator
  ) -> Place? {
    place(within: radius, of: Place(position: space.geometry.position(of: centre)), &generator)
  }

  /// Returns the same around the place `centre`.
  package func place(
    within radius: Metres, of centre: Place, _ generator: inout KeyedGenerator
  ) -> Place? {
    let distance = radius * generator.uniform().squareRoot()
    let bearing = 360 * generator.uniform()
    return place(distance, towards: bearing, from: centre)
  }

  private func point(_ length: Metres, towards bearing: Double, from origin: Position) -> Coordinates {
    let angle = bearing * .pi / 180
    let geometry = space.geometry
    guard geometry == .globe else {
      return geometry.coordinates(
        of: origin + Position(x: length * sin(angle), y: length * cos(angle)))
    }
    // Along the great circle that leaves the origin in that direction.
    let start = geometry.coordinates(of: origin)
    let (longitude, latitude) = (start.x * .pi / 180, start.y * .pi / 180)
    let arc = length / earthRadius
    let sine = sin(latitude) * cos(arc) + cos(latitude) * sin(arc) * cos(angle)
    let end = asin(min(1, max(-1, sine)))
    let turn = atan2(sin(angle) * sin(arc) * cos(latitude), cos(arc) - sin(latitude) * sine)
    let wrapped = remainder(longitude + turn, 2 * .pi)
    return Coordinates(x: wrapped * 180 / .pi, y: end * 180 / .pi)
  }
}
