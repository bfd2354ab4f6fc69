import Quantities
import Spaces

/// The route ahead of a car as a straight line.
struct RouteOutline {
  /// Where it ends, in the coordinates of the index's frame.
  var end: SIMD3<Double>
  /// How far the route strays from the line, metres.
  var bulge: Double
  /// Where it does not stray: the metres between the route points on it; else 0.
  var step = 0.0
}

extension Track {
  /// The outline of the route ahead of `start`, which lies behind vertex `index`, seen from `home`, an image of `start`.
  func outline(
    ahead start: Position, after index: TrackIndex, from home: Position, radius: Metres, spacing: Metres,
    frame: IndexFrame
  ) -> RouteOutline {
    let geometry = frame.geometry
    if geometry == .plane, isLastStep(index) {
      let (from, to) = (vertex(at: index), end)
      let straight = geometry.distance(from.place.position, to.place.position)
      return RouteOutline(
        end: frame.local(to.place.position), bulge: 0,
        step: spacing * straight / max(1, to.odometer - from.odometer))
    }
    var unfolded: [SIMD3<Double>] = []
    var previous = start
    var point = home
    var length = 0.0
    var longest = 0.0
    forEachPosition(after: index) { position in
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
    case .plane: return RouteOutline(end: end, bulge: bulge)
    case .globe: return RouteOutline(end: end, bulge: bulge + longest * longest / (7 * earthRadius))
    // From the pickup to where the drop-off is passed it is at most a radius, the route, and a radius: beyond
    // half a side another image of the drop-off than the one nearest to the pickup may be the one passed.
    case .torus(let side):
      return RouteOutline(end: end, bulge: length + 2 * radius < side / 2 ? bulge : .infinity)
    }
  }
}
