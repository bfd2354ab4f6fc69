import CKernels
import Quantities

extension CandidateIndex {
  /// Scans for drivers whose report at `time` lies within the radius of `pickup`, and who may have a route point within it of
  /// `dropoff`.
  ///
  /// Hands to `body` those for whom that may be, and those who lie by a hair within the radius or without.
  /// - Returns: how many surely lie within the radius, and how many entries were looked at.
  /// - Complexity: O(entries in the cells that the disc touches).
  /// - Precondition: `advance(to:)` was called with `time`.
  func scan(
    at time: Milliseconds, pickup: Position, dropoff: Position, _ body: (Sighting) -> Void
  ) -> detour_scan_counts {
    let geometry = frame.geometry
    let home = geometry.home(of: pickup)
    let target = home + geometry.offset(from: pickup, to: dropoff)
    var counts = detour_scan_counts()
    func scan(image: Position, tolerance: Float) {
      let pickup = SIMD3<Float>(frame.local(home + image))
      let dropoff = SIMD3<Float>(frame.local(target + image))
      let query = detour_scan_query(
        time: Int32(truncatingIfNeeded: time.rawValue), pickup_x: pickup.x, pickup_y: pickup.y,
        pickup_z: pickup.z, dropoff_x: dropoff.x, dropoff_y: dropoff.y, dropoff_z: dropoff.z,
        radius: Float(geometry.squaredReach(radius).squareRoot()), tolerance: tolerance,
        step: Float(spacing), motion: motion, is_flat: geometry == .globe ? 0 : 1)
      var noted = 0
      grid.forEachRow(around: SIMD2(pickup.x, pickup.y), reach: query.radius + slack + tolerance) { cells in
        noted = blocks.note(cells, behind: noted)
      }
      let found = blocks.scan(noted, query, &counts)
      for place in found.indices {
        if place + 12 < found.count { fetch(Sighting(found[place + 12]).driver) }
        if place + 6 < found.count { fetchWay(of: Sighting(found[place + 6]).driver) }
        body(Sighting(found[place]))
      }
    }
    if case .torus(let side) = geometry {
      forEachImage(of: home, side: side, scan)
    } else {
      scan(image: Position(x: 0, y: 0), tolerance: tolerance)
    }
    return counts
  }

  /// Calls `scan` with how far the images of `point` lie from it that may be near an entry, on a torus.
  private func forEachImage(
    of point: Position, side: Metres, _ scan: (_ image: Position, _ tolerance: Float) -> Void
  ) {
    if 2 * (radius + Double(tolerance)) >= side {
      // A driver may be near more than one image: no sighting is sure, and all come from one image.
      scan(Position(x: 0, y: 0), .infinity)
      return
    }
    // Entries begin in the square and move out of it by all of their way.
    let reach = radius + 2 * Double(slack) + Double(tolerance)
    for x in -1...1 {
      for y in -1...1 {
        let image = Position(x: Double(x) * side, y: Double(y) * side)
        let point = point + image
        if point.x >= -reach, point.x <= side + reach, point.y >= -reach, point.y <= side + reach {
          scan(image, tolerance)
        }
      }
    }
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
