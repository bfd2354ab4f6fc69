import CKernels
import Quantities
import Spaces
import Travellers

extension CandidateIndex {
  /// Scans for drivers whose report at `time` is within the radius of `pickup` and who may have a route point within
  /// the radius of `dropoff`.
  ///
  /// Adds drivers to `sure` if both are certain, and to `open` if both are possible, as for drivers close to the
  /// radius. Mutating only because a read-only `self` would be copied for the C kernel at each query.
  /// - Returns: the number of drivers certainly within the radius, and the number of entries scanned.
  /// - Complexity: O(entries in the cells that intersect the disc).
  /// - Precondition: `advance(to:)` was called with `time`.
  mutating func scan(
    at time: Milliseconds, pickup: Position, dropoff: Position, sure: inout [DriverIndex],
    open: inout [Sighting]
  ) -> detour_scan_counts {
    let geometry = frame.geometry
    let home = geometry.home(of: pickup)
    let target = home + geometry.offset(from: pickup, to: dropoff)
    var counts = detour_scan_counts()
    let routes = followsLinks ? self.target(at: dropoff).query : nil
    guard case .torus(let side) = geometry else {
      scan(at: time, pickup: home, dropoff: target, tolerance, routes, &counts, &sure, &open)
      return counts
    }
    if 2 * (radius + Double(tolerance)) >= side {
      // A driver may be near several images: all sightings are uncertain, and come from one image.
      scan(at: time, pickup: home, dropoff: target, .infinity, routes, &counts, &sure, &open)
      return counts
    }
    // Entries begin in the square and may leave it by their whole movement.
    let reach = radius + 2 * Double(slack) + Double(tolerance)
    for x in -1...1 {
      for y in -1...1 {
        let image = Position(x: Double(x) * side, y: Double(y) * side)
        let point = home + image
        if point.x >= -reach, point.x <= side + reach, point.y >= -reach, point.y <= side + reach {
          scan(at: time, pickup: point, dropoff: target + image, tolerance, routes, &counts, &sure, &open)
        }
      }
    }
    return counts
  }

  /// Scans around one image of the pickup and one of the drop-off.
  private mutating func scan(
    at time: Milliseconds, pickup: Position, dropoff: Position, _ tolerance: Float,
    _ routes: detour_polyline_query?, _ counts: inout detour_scan_counts, _ sure: inout [DriverIndex],
    _ open: inout [Sighting]
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
    let kept = routes.map { holdings.sift(found, $0) } ?? found.count
    for place in 0..<kept {
      let sighting = Sighting(found[place])
      if sighting.isSurelyInRadius, sighting.surelyPasses {
        sure.append(sighting.driver)
      } else {
        open.append(sighting)
      }
    }
  }
}

extension Geometry {
  /// Returns the image of `position` in the square of a torus; on other geometries, `position` itself.
  func home(of position: Position) -> Position {
    guard case .torus = self else { return position }
    let folded = coordinates(of: position)
    return Position(x: folded.x, y: folded.y)
  }
}

/// Entry data of individual drivers, sufficient to skip most of them.
extension CandidateIndex {
  /// The start and the end of the route ahead of a driver, and the maximum deviations of the report from the start and
  /// of the route from the straight line, in metres.
  struct Glance {
    let start: SIMD3<Float>
    let end: SIMD3<Float>
    let stray: Float
    let bulge: Float
  }

  /// Returns the summary of the entry of `driver` at `time`; nil on a torus, where it would depend on the nearest
  /// image.
  ///
  /// - Precondition: `advance(to:)` was called with `time`, and the driver has an entry.
  func glance(at driver: DriverIndex, _ time: Milliseconds) -> Glance? {
    if case .torus = frame.geometry { return nil }
    let entry = blocks.entry(at: holdings[driver].slot)
    var start = SIMD3(entry.x, entry.y, entry.z)
    var stray = tolerance
    if motion != DETOUR_STANDING {
      let elapsed = Float(Int32(truncatingIfNeeded: time.rawValue) &- entry.from)
      let isStepping = motion == DETOUR_STEPPING
      let moves = isStepping ? (entry.phase + entry.rate * elapsed).rounded(.down) : elapsed
      start += moves * SIMD3(entry.vx, entry.vy, entry.vz)
      // A report due now may or may not have been sent.
      stray += entry.stray + (isStepping ? Float(spacing) : 0)
    }
    let bulge = max(0, -entry.shape) + max(0, entry.bend)
    return Glance(start: start, end: SIMD3(entry.end_x, entry.end_y, entry.end_z), stray: stray, bulge: bulge)
  }

  /// Returns whether the report of the driver with the summary `glance` may lie within the radius of `point`, given in
  /// frame coordinates.
  func mayBeNear(_ point: SIMD3<Float>, _ glance: Glance) -> Bool {
    let (away, most) = (point - glance.start, Float(radius) + glance.stray)
    return (away * away).sum() <= most * most
  }

  /// Returns whether the route ahead of the driver with the summary `glance` may pass within the radius of `point`.
  func mayPass(_ point: SIMD3<Float>, _ glance: Glance) -> Bool {
    let (line, away) = (glance.end - glance.start, point - glance.start)
    let share = min(1, max(0, (away * line).sum() / max((line * line).sum(), 1e-6)))
    let (apart, most) = (away - share * line, Float(radius) + glance.stray + glance.bulge)
    return (apart * apart).sum() <= most * most
  }
}
