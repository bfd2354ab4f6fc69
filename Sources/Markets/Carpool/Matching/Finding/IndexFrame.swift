import Quantities

/// Local coordinates of an index: metres east, north and up of a centre, small enough for `Float`.
///
/// The projection onto east and north never stretches: points within a distance in space are within it in the
/// grid, on the globe too, and without trigonometry.
struct IndexFrame {
  let geometry: Geometry
  let center: Position
  let east: Position
  let north: Position
  let up: Position

  /// Creates the frame around `positions`; on the globe tangent to it at their middle. Positions of refused ends,
  /// which have no place, are ignored.
  init(around positions: some Sequence<Position>, geometry: Geometry) {
    self.geometry = geometry
    if case .torus(let side) = geometry {
      center = Position(x: side / 2, y: side / 2)
    } else {
      var sum = Position(x: 0, y: 0)
      var count = 0.0
      for position in positions where !position.squaredLength.isNaN {
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

  /// Returns the local coordinates of `position`.
  @inline(__always)
  func local(_ position: Position) -> SIMD3<Double> {
    let offset = position - center
    // Except on the globe the frame's directions are the axes.
    guard geometry == .globe else { return SIMD3(offset.x, offset.y, offset.z) }
    return SIMD3(offset.dot(east), offset.dot(north), offset.dot(up))
  }
}

extension IndexFrame {
  /// Returns `some` sorted so that neighbours in space are mostly neighbours in the list; those in one square by
  /// index.
  func neighbourly<Index: ListIndex>(_ some: [Index], _ position: (Index) -> Position) -> [Index] {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    let points = some.map { index in
      let local = local(position(index))
      return SIMD2(local.x, local.y)
    }
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let cells = 255 / pointwiseMax(high - low, SIMD2(repeating: 1))
    let keys = zip(points, some).map { point, index in
      let cell = SIMD2<UInt64>((point - low) * cells)
      // Interleaves the bits of column and row (Morton order).
      var code: UInt64 = 0
      for bit: UInt64 in 0..<8 {
        code |= (cell.x >> bit & 1) << (2 * bit) | (cell.y >> bit & 1) << (2 * bit + 1)
      }
      return code << 32 | UInt64(UInt32(bitPattern: index.rawValue))
    }
    return keys.sorted().map { Index(rawValue: Int32(truncatingIfNeeded: $0)) }
  }
}
