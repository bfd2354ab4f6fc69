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

  /// Returns the same for a car driving `step`, which has no bends, without the rest of the track.
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

  /// The time of the first vertex not forgotten: the car turns no earlier.
  public var beginning: Milliseconds {
    legs[front.leg].departure + legs[front.leg].way.travel(toNode: front.node).duration
  }

  /// Returns the diversion of a car assumed at its reported position at `time`: the same rule as `diversion(at:)`,
  /// applied to the reported position instead of the true one.
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

  /// Returns the same for a report on a step without bends, without the rest of the track; nil otherwise.
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

  /// Returns the driving time from `report`, between `from` and `to`, to `to`, in proportion to the metres.
  static func drive(from report: Report, _ from: Vertex, _ to: Vertex) -> Milliseconds {
    let metres = to.odometer - from.odometer
    let share = metres > 0 ? (to.odometer - report.odometer) / metres : 0
    return Milliseconds(Int64((share * Double((to.time - from.time).rawValue)).rounded()))
  }
}
