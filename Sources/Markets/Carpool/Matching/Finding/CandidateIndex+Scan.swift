import CKernels
import Quantities

extension CandidateIndex {
  /// Scans for drivers whose report at `time` lies within the radius of `pickup`, and who may have a route point within it of
  /// `dropoff`.
  ///
  /// Hands `body` the index and the drivers for whom that may be, and those who lie by a hair within the radius or without. It is
  /// mutating for one reason: what is merely read is copied here for the kernel, all of it at each question.
  /// - Returns: how many surely lie within the radius, and how many entries were looked at.
  /// - Complexity: O(entries in the cells that the disc touches).
  /// - Precondition: `advance(to:)` was called with `time`.
  mutating func scan(
    at time: Milliseconds, pickup: Position, dropoff: Position, _ body: (inout Self, Sighting) -> Void
  ) -> detour_scan_counts {
    let geometry = frame.geometry
    let home = geometry.home(of: pickup)
    let target = home + geometry.offset(from: pickup, to: dropoff)
    var counts = detour_scan_counts()
    let squares = followsLinks ? self.target(at: dropoff) : nil
    guard case .torus(let side) = geometry else {
      scan(at: time, pickup: home, dropoff: target, tolerance, squares, &counts, body)
      return counts
    }
    if 2 * (radius + Double(tolerance)) >= side {
      // A driver may be near more than one image: no sighting is sure, and all come from one image.
      scan(at: time, pickup: home, dropoff: target, .infinity, squares, &counts, body)
      return counts
    }
    // Entries begin in the square and move out of it by all of their way.
    let reach = radius + 2 * Double(slack) + Double(tolerance)
    for x in -1...1 {
      for y in -1...1 {
        let image = Position(x: Double(x) * side, y: Double(y) * side)
        let point = home + image
        if point.x >= -reach, point.x <= side + reach, point.y >= -reach, point.y <= side + reach {
          scan(at: time, pickup: point, dropoff: target + image, tolerance, squares, &counts, body)
        }
      }
    }
    return counts
  }

  /// Scans around one image of a pickup and a drop-off.
  private mutating func scan(
    at time: Milliseconds, pickup: Position, dropoff: Position, _ tolerance: Float,
    _ squares: Target?, _ counts: inout detour_scan_counts, _ body: (inout Self, Sighting) -> Void
  ) {
    let pickup = SIMD3<Float>(frame.local(pickup))
    let dropoff = SIMD3<Float>(frame.local(dropoff))
    let query = detour_scan_query(
      time: Int32(truncatingIfNeeded: time.rawValue), pickup_x: pickup.x, pickup_y: pickup.y,
      pickup_z: pickup.z, dropoff_x: dropoff.x, dropoff_y: dropoff.y, dropoff_z: dropoff.z,
      radius: scanned, tolerance: tolerance, step: Float(spacing), motion: motion,
      is_flat: frame.geometry == .globe ? 0 : 1)
    let noted = blocks.note(
      grid.cells, around: SIMD2(pickup.x, pickup.y), reach: query.radius + slack + tolerance)
    let found = blocks.scan(noted, query, &counts)
    let kept = squares.map { sift(found, near: $0) } ?? found.count
    for place in 0..<kept {
      if place + 12 < kept { fetch(Sighting(found[place + 12]).driver) }
      if place + 6 < kept { fetchWay(of: Sighting(found[place + 6]).driver) }
      body(&self, Sighting(found[place]))
    }
  }

  /// Moves those of `found` together whose routes may touch a square around `target`, or for whom the scan has left more in doubt
  /// than the route.
  ///
  /// Of thousands of drivers near a pickup a tenth is left, and only of these all that is held comes from memory.
  /// - Returns: how many are left.
  private func sift(_ found: UnsafeMutableBufferPointer<UInt32>, near target: Target) -> Int {
    var kept = 0
    for place in found.indices {
      if place + 24 < found.count { holdings.fetchNumber(Sighting(found[place + 24]).driver) }
      if place + 12 < found.count { holdings.fetchRaster(Sighting(found[place + 12]).driver) }
      let sighting = Sighting(found[place])
      let isOpen =
        !sighting.isSurelyInRadius || sighting.surelyPasses || mayPass(sighting.driver, near: target)
      found[kept] = found[place]
      kept += isOpen ? 1 : 0
    }
    return kept
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
