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

extension RouteOutline {
  /// The outline of the route ahead of `start`, seen from `home`, an image of it.
  ///
  /// - Parameter forEachPosition: calls its argument with the position of each vertex ahead.
  init(
    ahead start: Position, from home: Position, radius: Metres, frame: IndexFrame,
    _ forEachPosition: ((Position) -> Void) -> Void
  ) {
    let geometry = frame.geometry
    var unfolded: [SIMD3<Double>] = []
    var previous = start
    var point = home
    var length = 0.0
    var longest = 0.0
    forEachPosition { position in
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
    self.end = end
    switch geometry {
    case .plane: self.bulge = bulge
    case .globe: self.bulge = bulge + longest * longest / (7 * earthRadius)
    // From the pickup to where the drop-off is passed it is at most a radius, the route, and a radius: beyond
    // half a side another image of the drop-off than the one nearest to the pickup may be the one passed.
    case .torus(let side): self.bulge = length + 2 * radius < side / 2 ? bulge : .infinity
    }
  }

  /// The outline of the rest of `step`, which is the last of a track on a plane.
  init(_ step: Step, spacing: Metres, frame: IndexFrame) {
    let (from, to) = (step.from, step.to)
    let straight = Geometry.plane.distance(from.place.position, to.place.position)
    end = frame.local(to.place.position)
    bulge = 0
    self.step = spacing * straight / max(1, to.odometer - from.odometer)
  }
}
