public import Quantities

extension Track {
  /// Returns whether a route point after `report`, or the destination, lies within `radius` metres of `target`.
  public func passes(
    within radius: Metres, of target: Position, after report: Report, spacing: Metres, geometry: Geometry
  ) -> Bool {
    if geometry.isWithin(radius, target, endPlace.position) { return true }
    var passes = false
    if spacing == 0 {
      var start = report.position
      forEachStop(after: report.index, readsOdometer: false) { vertex, _, _ in
        passes = geometry.distance(target, toSegment: start, vertex.place.position) <= radius
        start = vertex.place.position
        return !passes
      }
      return passes
    }
    var number = report.number + 1
    var from = vertex(at: report.index)
    forEachStop(after: report.index, readsOdometer: true) { to, _, _ in
      let last = Int((to.odometer / spacing).rounded(.down))
      if number <= last {
        passes = Self.passes(
          number...last, within: radius, of: target, from, to, spacing: spacing, geometry: geometry)
        number = last + 1
      }
      from = to
      return !passes
    }
    return passes
  }

  /// Returns whether one of the route points `numbers`, between vertex `from` and the next, lies within `radius` of
  /// `target`.
  static func passes(
    _ numbers: ClosedRange<Int>, within radius: Metres, of target: Position, _ from: Vertex, _ to: Vertex,
    spacing: Metres, geometry: Geometry
  ) -> Bool {
    closest(numbers, to: target, from, to, spacing: spacing, geometry: geometry).contains { number in
      let point = position(atOdometer: Double(number) * spacing, from, to, geometry)
      return geometry.isWithin(radius, target, point)
    }
  }

  /// Returns the candidates for the closest route point to `target` among `numbers`, between vertex `from` and the
  /// next: distance along a straight line falls and then rises.
  private static func closest(
    _ numbers: ClosedRange<Int>, to target: Position, _ from: Vertex, _ to: Vertex, spacing: Metres,
    geometry: Geometry
  ) -> ClosedRange<Int> {
    guard numbers.count > 4 else { return numbers }
    guard let share = geometry.foot(of: target, onLine: from.place.position, to.place.position) else {
      return numbers
    }
    let odometer = from.odometer + share * (to.odometer - from.odometer)
    let below = min(max(odometer / spacing - 1, Double(numbers.lowerBound)), Double(numbers.upperBound))
    let above = min(max(odometer / spacing + 2, Double(numbers.lowerBound)), Double(numbers.upperBound))
    return Int(below)...Int(above)
  }

  /// Returns the distance in metres from `target` to the nearest route point after `report`, or to the
  /// destination.
  ///
  /// - Complexity: O(route points).
  public func distance(
    from target: Position, after report: Report, spacing: Metres, geometry: Geometry
  ) -> Metres {
    var least = geometry.distance(target, endPlace.position)
    writeOut(from: report.index)
    var start = report.position
    var number = report.number + 1
    var cursor = cursor(at: report.index)
    var from = cursor.vertex
    while cursor.advance() {
      let to = cursor.vertex
      if spacing == 0 {
        least = min(least, geometry.distance(target, toSegment: start, to.place.position))
        start = to.place.position
        continue
      }
      while Double(number) * spacing <= to.odometer {
        let point = Self.position(atOdometer: Double(number) * spacing, from, to, geometry)
        least = min(least, geometry.distance(target, point))
        number += 1
      }
      from = to
    }
    return least
  }

  /// Writes out all ways from that of `index` on, for a pass to their ends.
  func writeOut(from index: TrackIndex) {
    for number in index.leg..<legs.count { legs[number].way.writeOut() }
  }
}
