import Quantities
import Spaces

/// The route ahead of a car, approximated by a straight line.
struct RouteOutline {
  /// The end of the route, in the frame of the index.
  var end: SIMD3<Double>
  /// The maximum deviation of the route from the line, in metres.
  var bulge: Double
  /// The distance between route points on the line, in metres, if the route does not deviate from it; otherwise 0.
  var step = 0.0
}

extension RouteOutline {
  /// Creates the outline of the route on a plane ahead of a car that moves straight from `start` to `end` and then
  /// along `corners` after vertex `number`. While the car moves, the line to the destination turns; the deviation is
  /// greatest at the beginning or at the end of the move.
  init(
    ahead start: Position, to end: Position, along corners: borrowing Corners, behind number: Int,
    frame: IndexFrame
  ) {
    self.end = frame.local(corners.end.place.position)
    bulge = corners.stray(from: start, behind: number)
    if bulge > 0, end != start { bulge = max(bulge, corners.stray(from: end, behind: number)) }
  }

  /// Creates the outline of the route ahead of `start`, whose image is `home`, along `corners` after vertex `number`.
  /// For geometries other than the plane.
  init(
    ahead start: Position, from home: Position, along corners: borrowing Corners, behind number: Int,
    radius: Metres, frame: IndexFrame
  ) {
    let geometry = frame.geometry
    var (point, previous) = (home, start)
    var (length, longest) = (0.0, 0.0)
    for next in stride(from: number + 1, to: corners.count, by: 1) {
      let position = corners.vertex(next).place.position
      let step = geometry.offset(from: previous, to: position)
      let metres = step.squaredLength.squareRoot()
      length += metres
      longest = max(longest, metres)
      (point, previous) = (point + step, position)
    }
    end = frame.local(point)
    // The same pass again, now with the end of the route known.
    let local = frame.local(home)
    let line = end - local
    let squared = (line * line).sum()
    var most = 0.0
    (point, previous) = (home, start)
    for next in stride(from: number + 1, to: corners.count - 1, by: 1) {
      let position = corners.vertex(next).place.position
      (point, previous) = (point + geometry.offset(from: previous, to: position), position)
      let offset = frame.local(point) - local
      let along = squared > 0 ? max(0, min(1, (offset * line).sum() / squared)) : 0
      let away = offset - along * line
      most = max(most, (away * away).sum())
    }
    bulge = Self.bulge(most.squareRoot(), length: length, longest: longest, radius: radius, geometry)
  }

  /// Creates the outline of the rest of `step`, the last step of a track.
  init(ahead start: Position, from home: Position, along step: Step, radius: Metres, frame: IndexFrame) {
    let move = frame.geometry.offset(from: start, to: step.to.place.position)
    let metres = move.squaredLength.squareRoot()
    end = frame.local(home + move)
    bulge = Self.bulge(0, length: metres, longest: metres, radius: radius, frame.geometry)
  }

  /// Creates the outline of the rest of `step`, the last step of a track on a plane.
  init(_ step: Step, spacing: Metres, frame: IndexFrame) {
    let (from, to) = (step.from, step.to)
    let straight = Geometry.plane.distance(from.place.position, to.place.position)
    end = frame.local(to.place.position)
    bulge = 0
    self.step = spacing * straight / max(1, to.odometer - from.odometer)
  }

  /// Returns the maximum deviation of a route from the straight line to its end if its vertices deviate by at most
  /// `most`.
  private static func bulge(
    _ most: Metres, length: Metres, longest: Metres, radius: Metres, _ geometry: Geometry
  ) -> Metres {
    switch geometry {
    case .plane: most
    case .globe: most + longest * longest / (7 * earthRadius)
    // From the pickup to the passage of the drop-off the distance is at most a radius, the route, and a
    // radius: beyond half a side the image of the drop-off passed may not be the one nearest to the pickup.
    case .torus(let side): length + 2 * radius < side / 2 ? most : .infinity
    }
  }
}
