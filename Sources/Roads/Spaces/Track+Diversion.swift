public import Quantities

extension Track {
  /// Returns the first place at or after `time` at which the car can turn: the end of its current link, the
  /// end of its current stop, its true position in a space without links, or its origin before departure.
  public func diversion(at time: Milliseconds, geometry: Geometry) -> Diversion {
    if let step = evenStep(at: time) { return Self.diversion(on: step, at: time, geometry) }
    var cursor = cursor(at: time)
    let actual = cursor
    cursor.returnToNode()
    let from = cursor.vertex
    let index = cursor.index
    guard time >= from.time, cursor.advanceToNode() else {
      return Diversion(place: from.place, time: max(time, from.time), odometer: from.odometer, index: index)
    }
    let to = cursor.vertex
    let isStanding = to.place == from.place
    if isStanding || (to.place.node >= 0 && time > from.time) {
      return Diversion(place: to.place, time: to.time, odometer: to.odometer, index: cursor.index)
    }
    guard time > from.time else {
      return Diversion(place: from.place, time: time, odometer: from.odometer, index: index)
    }
    return Diversion(
      place: Place(position: position(at: time, after: actual, geometry: geometry)), time: time,
      odometer: odometer(at: time, after: actual), index: index)
  }

  /// Returns the diversion of a car driving `step`, which has no bends, without using the rest of the track.
  private static func diversion(on step: Step, at time: Milliseconds, _ geometry: Geometry) -> Diversion {
    let (from, to) = (step.from, step.to)
    var index = step.index
    if to.place == from.place || (to.place.node >= 0 && time > from.time) {
      index.node += 1
      return Diversion(place: to.place, time: to.time, odometer: to.odometer, index: index)
    }
    guard time > from.time else {
      return Diversion(place: from.place, time: time, odometer: from.odometer, index: index)
    }
    return Diversion(
      place: Place(position: step.position(at: time, geometry)), time: time,
      odometer: odometer(at: time, from, to), index: index)
  }

  /// The time of the first retained vertex, before which the car cannot turn.
  public var beginning: Milliseconds {
    legs[front.leg].departure + legs[front.leg].way.travel(toNode: front.node).duration
  }

  /// Returns the diversion of a car assumed to be at its reported position at `time`: the same rule as
  /// `diversion(at:)`, applied to the reported position instead of the true one.
  public func diversion(from report: Report, at time: Milliseconds) -> Diversion {
    if let diversion = evenDiversion(from: report, at: time) { return diversion }
    let reported = cursor(at: report.index)
    var cursor = reported
    cursor.returnToNode()
    let from = cursor.vertex
    let index = cursor.index
    let start = max(time, beginning)
    guard report.odometer > from.odometer, cursor.advanceToNode() else {
      return Diversion(place: from.place, time: start, odometer: from.odometer, index: index)
    }
    let to = cursor.vertex
    guard to.place.node >= 0, let next = reported.next else {
      return Diversion(
        place: Place(position: report.position), time: start, odometer: report.odometer, index: index)
    }
    let rest = Self.drive(from: report, reported.vertex, next) + (to.time - next.time)
    return Diversion(place: to.place, time: start + rest, odometer: to.odometer, index: cursor.index)
  }

  /// Returns the diversion for a report on a step without bends, without using the rest of the track; nil for any other
  /// report.
  private func evenDiversion(from report: Report, at time: Milliseconds) -> Diversion? {
    var index = report.index
    guard index.bend == 0, front.bend == 0 else { return nil }
    let way = legs[index.leg].way
    guard let step = evenStep(ofLeg: index.leg, behind: (index.node, way.travel(toNode: index.node))) else {
      return nil
    }
    let start = max(time, beginning)
    let (from, to) = (step.from, step.to)
    guard report.odometer > from.odometer else {
      return Diversion(place: from.place, time: start, odometer: from.odometer, index: index)
    }
    guard to.place.node >= 0 else {
      return Diversion(
        place: Place(position: report.position), time: start, odometer: report.odometer, index: index)
    }
    index.node += 1
    return Diversion(
      place: to.place, time: start + Self.drive(from: report, from, to), odometer: to.odometer, index: index)
  }

  /// Returns the driving time from `report`, which lies between `from` and `to`, to vertex `to`, in proportion to the
  /// distance.
  static func drive(from report: Report, _ from: Vertex, _ to: Vertex) -> Milliseconds {
    let metres = to.odometer - from.odometer
    let share = metres > 0 ? (to.odometer - report.odometer) / metres : 0
    return Milliseconds(Int64((share * Double((to.time - from.time).rawValue)).rounded()))
  }
}

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

  /// Returns whether any of the route points `numbers`, which lie between vertex `from` and the next, is within
  /// `radius` of `target`.
  static func passes(
    _ numbers: ClosedRange<Int>, within radius: Metres, of target: Position, _ from: Vertex, _ to: Vertex,
    spacing: Metres, geometry: Geometry
  ) -> Bool {
    closest(numbers, to: target, from, to, spacing: spacing, geometry: geometry).contains { number in
      let point = position(atOdometer: Double(number) * spacing, from, to, geometry)
      return geometry.isWithin(radius, target, point)
    }
  }

  /// Returns the candidates for the route point closest to `target` among `numbers`, between vertex `from` and the
  /// next: along a straight line, the distance first falls and then rises.
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

  /// Returns the distance in metres from `target` to the nearest route point after `report`, or to the destination if
  /// that is nearer.
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

  /// Writes out all routes from the one at `index` on; called before they are traversed to their ends.
  func writeOut(from index: TrackIndex) {
    for number in index.leg..<legs.count { legs[number].way.writeOut() }
  }
}
