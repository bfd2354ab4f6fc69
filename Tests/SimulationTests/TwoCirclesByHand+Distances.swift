import Foundation
import Quantities
import Spaces

/// Distances from their definitions, for whom the product's own are no witness.
extension TwoCirclesByHand {
  var geometry: Geometry { world.plainSpace.geometry }

  func between(_ a: Position, _ b: Position, _ share: Double) -> Position {
    switch geometry {
    case .plane: return Position(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
    case .torus:
      let image = images(of: b).min { length($0 - a) < length($1 - a) }!
      return Position(x: a.x + share * (image.x - a.x), y: a.y + share * (image.y - a.y))
    case .globe:
      // The chord's point, pushed out to the sphere: its angle from a follows from the law of sines.
      let whole = angle(a, b)
      guard whole > 0 else { return a }
      let part = share * whole
      let chord = sin(part) / (sin(part) + sin(whole - part))
      let inside = a + chord * (b - a)
      return (earthRadius / length(inside)) * inside
    }
  }

  func metres(_ a: Position, _ b: Position) -> Metres {
    switch geometry {
    case .plane: length(a - b)
    case .torus: images(of: b).map { length($0 - a) }.min()!
    case .globe: earthRadius * angle(a, b)
    }
  }

  func distance(_ point: Position, fromLine a: Position, _ b: Position) -> Metres {
    switch geometry {
    case .plane: return flatDistance(point, a, b)
    case .torus:
      let end = images(of: b).min { length($0 - a) < length($1 - a) }!
      return images(of: point).map { flatDistance($0, a, end) }.min()!
    case .globe:
      // A place on the arc is cos(x) a + sin(x) t, where t is the direction of b; the nearest has the greatest product with the point.
      let direction = b - (a.dot(b) / a.dot(a)) * a
      guard length(direction) > 0 else { return metres(point, a) }
      let along = (earthRadius / length(direction)) * direction
      let turn = max(0, min(angle(a, b), atan2(point.dot(along), point.dot(a))))
      return min(metres(point, cos(turn) * a + sin(turn) * along), metres(point, a), metres(point, b))
    }
  }

  private func flatDistance(_ point: Position, _ a: Position, _ b: Position) -> Metres {
    let squared = (b - a).dot(b - a)
    let share = squared > 0 ? max(0, min(1, (point - a).dot(b - a) / squared)) : 0
    return length(a + share * (b - a) - point)
  }

  /// Images of `point` up to two sides away: more than a way that is not folded back can need.
  private func images(of point: Position) -> [Position] {
    guard case .torus(let side) = geometry else { return [point] }
    let shifts = [-4.0, -3, -2, -1, 0, 1, 2, 3, 4].map { $0 * side }
    return shifts.flatMap { x in shifts.map { y in Position(x: point.x + x, y: point.y + y) } }
  }

  private func length(_ vector: Position) -> Metres { vector.dot(vector).squareRoot() }

  private func angle(_ a: Position, _ b: Position) -> Double { atan2(length(a.cross(b)), a.dot(b)) }
}
