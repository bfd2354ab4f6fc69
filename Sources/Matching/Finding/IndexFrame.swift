import Quantities

/// Local coordinates of an index: metres east, north and up of a centre, small enough for `Float`.
///
/// The projection onto east and north never stretches: what lies within a distance in space lies within it
/// in the grid, on the globe too, and without trigonometry.
struct IndexFrame {
  let geometry: Geometry
  let center: Position
  let east: Position
  let north: Position
  let up: Position

  /// A frame around `positions`; on the globe tangent to it at their middle.
  init(around positions: some Sequence<Position>, geometry: Geometry) {
    self.geometry = geometry
    if case .torus(let side) = geometry {
      center = Position(x: side / 2, y: side / 2)
    } else {
      var sum = Position(x: 0, y: 0)
      var count = 0.0
      for position in positions {
        sum = sum + position
        count += 1
      }
      center = (1 / max(1, count)) * sum
    }
    let size = center.squaredLength.squareRoot()
    guard geometry == .globe, size > 1 else {
      east = Position(x: 1, y: 0)
      north = Position(x: 0, y: 1)
      up = Position(x: 0, y: 0, z: 1)
      return
    }
    up = (1 / size) * center
    let parallel = (up.x * up.x + up.y * up.y).squareRoot()
    east = parallel > 1e-9 ? Position(x: -up.y / parallel, y: up.x / parallel) : Position(x: 1, y: 0)
    north = up.cross(east)
  }

  /// Where `position` lies in the frame.
  func local(_ position: Position) -> SIMD3<Double> {
    let offset = position - center
    return SIMD3(offset.dot(east), offset.dot(north), offset.dot(up))
  }
}
