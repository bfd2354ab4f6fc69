import Quantities
import Spaces

extension Track {
  /// The route ahead of `glimpse` as a straight line from `home`, its first point: where it ends, how far the
  /// route strays from it, and, where it does not, the metres between route points.
  func outline(
    ahead glimpse: Glimpse, from home: Position, radius: Metres, spacing: Metres, frame: IndexFrame
  ) -> (end: SIMD3<Double>, bulge: Double, step: Double) {
    let geometry = frame.geometry
    if geometry == .plane, isLastStep(glimpse.index) {
      let (from, to) = (vertex(at: glimpse.index), end)
      let straight = geometry.distance(from.place.position, to.place.position)
      return (frame.local(to.place.position), 0, spacing * straight / max(1, to.odometer - from.odometer))
    }
    var unfolded: [SIMD3<Double>] = []
    var previous = glimpse.start
    var point = home
    var length = 0.0
    var longest = 0.0
    forEachPosition(after: glimpse.index) { position in
      let step = geometry.offset(from: previous, to: position)
      let metres = step.squaredLength.squareRoot()
      length += metres
      longest = max(longest, metres)
      previous = position
      point = point + step
      unfolded.append(frame.local(point))
    }
    let start = frame.local(home)
    let end = unfolded.last ?? start
    let line = end - start
    let squared = (line * line).sum()
    var bulge = 0.0
    for point in unfolded.dropLast() {
      let offset = point - start
      let along = squared > 0 ? max(0, min(1, (offset * line).sum() / squared)) : 0
      let away = offset - along * line
      bulge = max(bulge, (away * away).sum().squareRoot())
    }
    switch geometry {
    case .plane: return (end, bulge, 0)
    case .globe: return (end, bulge + longest * longest / (7 * earthRadius), 0)
    // From the pickup to where the drop-off is passed it is at most a radius, the route, and a radius: beyond
    // half a side another image of the drop-off than the one nearest to the pickup may be the one passed.
    case .torus(let side): return (end, length + 2 * radius < side / 2 ? bulge : .infinity, 0)
    }
  }
}
