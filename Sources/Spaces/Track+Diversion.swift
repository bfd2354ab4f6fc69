public import Quantities

extension Track {
  /// The first place at or after `time` where the car can turn: the end of the link that it is on, the end of
  /// the stop it makes, its true position in a space without links, its origin before departure.
  public func diversion(at time: Milliseconds, geometry: Geometry) -> Diversion {
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

  /// Where a car that stands at its reported position at `time` can turn: the same rule as `diversion(at:)`,
  /// applied to the reported position instead of the true one.
  public func diversion(from report: Report, at time: Milliseconds) -> Diversion {
    if let diversion = straightDiversion(from: report, at: time) { return diversion }
    let reported = cursor(at: report.index)
    var cursor = reported
    cursor.returnToNode()
    let from = cursor.vertex
    let index = cursor.index
    let start = max(time, self.cursor(at: front).point.time)
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

  /// The same for a report on a straight way off networks, where the car can turn at once; nil elsewhere.
  private func straightDiversion(from report: Report, at time: Milliseconds) -> Diversion? {
    let index = report.index
    guard index.node == 0, index.bend == 0, front.node == 0, front.bend == 0,
      case .straight = legs[index.leg].way.course, legs[index.leg].way.destination.node < 0
    else { return nil }
    let odometer = legs[index.leg].reading.metres
    let start = max(time, legs[front.leg].departure)
    if report.odometer > odometer {
      return Diversion(
        place: Place(position: report.position), time: start, odometer: report.odometer, index: index)
    }
    return Diversion(place: legs[index.leg].way.origin, time: start, odometer: odometer, index: index)
  }

  /// How long the car drives from `report`, which lies between `from` and `to`, to `to`, in proportion to the metres.
  private static func drive(from report: Report, _ from: Vertex, _ to: Vertex) -> Milliseconds {
    let metres = to.odometer - from.odometer
    let share = metres > 0 ? (to.odometer - report.odometer) / metres : 0
    return Milliseconds(Int64((share * Double((to.time - from.time).rawValue)).rounded()))
  }
}
