public import Quantities

extension Track {
  /// The first place at or after `time` where the car can turn: the end of the link that it is on, the end of
  /// the stop it makes, its true position in a space without links, its origin before departure.
  public func diversion(at time: Milliseconds, geometry: Geometry) -> Diversion {
    let index = linkStart(at: index(at: time))
    let from = vertices[index]
    guard index + 1 < vertices.count, time >= from.time else {
      return Diversion(place: from.place, time: max(time, from.time), odometer: from.odometer, index: index)
    }
    let next = linkEnd(after: index)
    let to = vertices[next]
    let isStanding = to.place == from.place
    if isStanding || (to.place.node >= 0 && time > from.time) {
      return Diversion(place: to.place, time: to.time, odometer: to.odometer, index: next)
    }
    guard time > from.time else {
      return Diversion(place: from.place, time: time, odometer: from.odometer, index: index)
    }
    return Diversion(
      place: Place(position: position(at: time, geometry: geometry)), time: time,
      odometer: odometer(at: time, after: index), index: index)
  }

  /// Where a car that stands at its reported position at `time` can turn: the same rule as `diversion(at:)`,
  /// applied to the reported position instead of the true one.
  public func diversion(from report: Report, at time: Milliseconds) -> Diversion {
    let index = linkStart(at: report.index)
    let from = vertices[index]
    let start = max(time, vertices[0].time)
    if report.odometer <= from.odometer || index + 1 == vertices.count {
      return Diversion(place: from.place, time: start, odometer: from.odometer, index: index)
    }
    let next = linkEnd(after: index)
    let to = vertices[next]
    guard to.place.node >= 0 else {
      return Diversion(
        place: Place(position: report.position), time: start, odometer: report.odometer, index: index)
    }
    let rest = drive(toVertexAfter: report) + (to.time - vertices[report.index + 1].time)
    return Diversion(place: to.place, time: start + rest, odometer: to.odometer, index: next)
  }

  /// How long the car drives from `report` to the vertex after it, in proportion to the metres.
  private func drive(toVertexAfter report: Report) -> Milliseconds {
    let (from, to) = (vertices[report.index], vertices[report.index + 1])
    let metres = to.odometer - from.odometer
    let share = metres > 0 ? (to.odometer - report.odometer) / metres : 0
    return Milliseconds(Int64((share * Double((to.time - from.time).rawValue)).rounded()))
  }

  /// The index of the last vertex up to `index` that is no bend: where the link under way begins.
  private func linkStart(at index: Int) -> Int {
    var index = index
    while vertices[index].isBend { index -= 1 }
    return index
  }

  /// The index of the first vertex after `index` that is no bend: where the link under way ends.
  private func linkEnd(after index: Int) -> Int {
    var index = index + 1
    while vertices[index].isBend { index += 1 }
    return index
  }

  /// Drops what lies after `diversion` and goes on from there.
  public mutating func cut(at diversion: Diversion) {
    truncate(after: diversion.index)
    if vertices[diversion.index].odometer < diversion.odometer {
      append(diversion.place, time: diversion.time, odometer: diversion.odometer)
    } else if vertices[diversion.index].time < diversion.time {
      append(diversion.place, time: diversion.time, odometer: diversion.odometer)
    }
  }

  /// Drops what lies after vertex `index`.
  ///
  /// - Precondition: the vertex is no bend.
  public mutating func truncate(after index: Int) {
    precondition(!vertices[index].isBend, "a track does not end at a bend")
    vertices.removeSubrange((index + 1)...)
  }

  /// Adds a vertex at the end; after a bend others must follow, the last of which is none.
  ///
  /// - Precondition: neither `time` nor `odometer` is below the last one's.
  public mutating func append(
    _ place: Place, time: Milliseconds, odometer: Metres, isBend: Bool = false
  ) {
    precondition(time >= end.time && odometer >= end.odometer, "a track never goes back")
    vertices.append(Vertex(place: place, time: time, odometer: odometer, isBend: isBend))
  }

  /// Adds a copy of `other[range]`, moved so that its first vertex falls on the end of this track.
  public mutating func append(_ other: borrowing Track, _ range: Range<Int>) {
    let first = other.vertices[range.lowerBound]
    let time = end.time - first.time
    let metres = end.odometer - first.odometer
    for vertex in other.vertices[range].dropFirst() {
      // A step without metres may round to just below the end of this track.
      append(
        vertex.place, time: vertex.time + time, odometer: max(end.odometer, vertex.odometer + metres),
        isBend: vertex.isBend)
    }
  }

  /// Forgets what lies more than one route point behind `time`, up to the beginning of a link.
  ///
  /// - Returns: how many vertices at the front were dropped.
  public mutating func forget(before time: Milliseconds, spacing: Metres, geometry: Geometry) -> Int {
    let count = linkStart(at: report(at: time, spacing: spacing, geometry: geometry).index)
    vertices.removeFirst(count)
    return count
  }
}
