import CKernels
import Quantities

extension CandidateIndex {
  /// Scans for drivers whose report at `time` lies within `radius` of `pickup`, and who may have a route point
  /// within `radius` of `dropoff`.
  ///
  /// Hands to `body` those for whom that may be, and those who lie by a hair within the radius or without.
  /// - Returns: how many surely lie within the radius.
  /// - Complexity: O(entries in the cells that the disc touches).
  mutating func scan(
    at time: Milliseconds, pickup: Position, dropoff: Position, _ body: (Sighting) -> Void
  ) -> Int {
    let geometry = frame.geometry
    let home = geometry.home(of: pickup)
    let target = home + geometry.offset(from: pickup, to: dropoff)
    var inRadius = 0
    func scan(image: Position, tolerance: Float) {
      let pickup = SIMD3<Float>(frame.local(home + image))
      let dropoff = SIMD3<Float>(frame.local(target + image))
      let query = detour_scan_query(
        time: Int32((time - base).rawValue), pickup_x: pickup.x, pickup_y: pickup.y,
        pickup_z: pickup.z, dropoff_x: dropoff.x, dropoff_y: dropoff.y, dropoff_z: dropoff.z,
        radius: Float(geometry.squaredReach(radius).squareRoot()), tolerance: tolerance,
        is_moving: slack > 0 ? 1 : 0)
      self.scan(query, &inRadius, body)
    }
    guard case .torus(let side) = geometry else {
      scan(image: Position(x: 0, y: 0), tolerance: tolerance)
      return inRadius
    }
    if 2 * (radius + Double(tolerance)) >= side {
      // A driver may be near more than one image: no sighting is sure, and all come from one image.
      scan(image: Position(x: 0, y: 0), tolerance: .infinity)
      return inRadius
    }
    // Entries begin in the square and move out of it by all of their way.
    let reach = radius + 2 * Double(slack) + Double(tolerance)
    for x in -1...1 {
      for y in -1...1 {
        let image = Position(x: Double(x) * side, y: Double(y) * side)
        let point = home + image
        if point.x >= -reach, point.x <= side + reach, point.y >= -reach, point.y <= side + reach {
          scan(image: image, tolerance: tolerance)
        }
      }
    }
    return inRadius
  }

  private mutating func scan(_ query: detour_scan_query, _ inRadius: inout Int, _ body: (Sighting) -> Void) {
    let reach = query.radius + slack + query.tolerance
    for row in row(of: query.pickup_y - reach)...row(of: query.pickup_y + reach) {
      // How far the disc reaches to the sides within the row.
      let south = lowY + Float(row) * cell
      let away = max(0, south - query.pickup_y, query.pickup_y - (south + cell))
      let half = max(0, reach * reach - away * away).squareRoot() + tolerance
      let first = Int(cellStart[row * columns + column(of: query.pickup_x - half)])
      let last = Int(cellStart[row * columns + column(of: query.pickup_x + half) + 1])
      guard first < last else { continue }
      probes &+= last &- first
      entries.scan(first..<last, query, inRadius: &inRadius, body)
    }
    guard tail < entries.count else { return }
    probes &+= entries.count &- tail
    entries.scan(tail..<entries.count, query, inRadius: &inRadius, body)
  }
}

extension Geometry {
  /// The image of `position` in the square of a torus; elsewhere `position`.
  func home(of position: Position) -> Position {
    guard case .torus = self else { return position }
    let folded = coordinates(of: position)
    return Position(x: folded.x, y: folded.y)
  }
}
