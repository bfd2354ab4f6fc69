public import Quantities

extension Track {
  /// The position that the car has reported at `time`: its last route point, at an odometer reading that is
  /// a multiple of `spacing` metres; the true position where `spacing` is 0; the origin before departure.
  public func report(at time: Milliseconds, spacing: Metres, geometry: Geometry) -> Report {
    if let segment = segment(at: time),
      let report = report(at: time, on: segment, spacing: spacing, geometry: geometry)
    {
      return report
    }
    let cursor = cursor(at: time)
    let from = cursor.vertex
    guard let to = cursor.next else {
      let number = spacing > 0 ? Int((from.odometer / spacing).rounded(.up)) : 0
      return Report(
        position: from.place.position, odometer: from.odometer, number: number, index: cursor.index)
    }
    let driven = time > from.time ? Self.odometer(at: time, from, to) : from.odometer
    guard spacing > 0 else {
      let position = position(at: time, after: cursor, geometry: geometry)
      return Report(position: position, odometer: driven, number: 0, index: cursor.index)
    }
    let number = Int(driven / spacing)
    let odometer = Double(number) * spacing
    if from.odometer <= odometer {
      let position = Self.position(atOdometer: odometer, from, to, geometry)
      return Report(position: position, odometer: odometer, number: number, index: cursor.index)
    }
    let passed = self.cursor(atOdometer: odometer, before: cursor)
    let position = position(atOdometer: odometer, from: passed, geometry: geometry)
    return Report(position: position, odometer: odometer, number: number, index: passed.index)
  }

  /// The cursor at the last vertex that is not beyond what is reported at `time`.
  func reportedVertex(at time: Milliseconds, spacing: Metres) -> TrackCursor {
    let cursor = cursor(at: time)
    guard spacing > 0 else { return cursor }
    let from = cursor.vertex
    guard let to = cursor.next else { return cursor }
    let driven = time > from.time ? Self.odometer(at: time, from, to) : from.odometer
    let odometer = Double(Int(driven / spacing)) * spacing
    return from.odometer <= odometer ? cursor : self.cursor(atOdometer: odometer, before: cursor)
  }

  /// The cursor at the last vertex, of those before that of `later`, at which the odometer reads no more than
  /// `metres`; at the first one where it reads more at all of them.
  private func cursor(atOdometer metres: Metres, before later: borrowing TrackCursor) -> TrackCursor {
    var (number, last, bends) = (later.leg, later.way.node, later.way.bend > 0)
    while true {
      let leg = legs[number]
      if leg.reading.metres <= metres {
        let node =
          last == 0
          ? (number: 0, travel: Travel.none)
          : leg.way.node(upTo: last) { leg.odometer(after: $0.metres) <= metres }
        if number == front.leg, node.number < front.node { return cursor(at: front) }
        var way = WayCursor(leg.way, at: node)
        if node.number < last || bends {
          way.advance(toLastBend: { leg.odometer(after: $0.travel.metres) <= metres })
        }
        return TrackCursor(legs, leg: number, way)
      }
      guard number > front.leg else { return cursor(at: front) }
      number -= 1
      (last, bends) = legs[number].isCut ? legs[number].last : (legs[number].way.lastNode, false)
    }
  }

  /// What the car has reported at `time`, as it has on `segment`; nil where that says too little.
  func report(at time: Milliseconds, on segment: Segment, spacing: Metres, geometry: Geometry) -> Report? {
    let (from, to) = (segment.from, segment.to)
    guard time >= from.time, time < to.time else { return nil }
    let driven = time > from.time ? Self.odometer(at: time, from, to) : from.odometer
    guard spacing > 0 else {
      let share = Double((time - from.time).rawValue) / Double((to.time - from.time).rawValue)
      let ends = (from.place.position, to.place.position)
      let position = time > from.time ? geometry.interpolate(ends.0, ends.1, fraction: share) : ends.0
      return Report(position: position, odometer: driven, number: 0, index: segment.index)
    }
    let number = Int(driven / spacing)
    let odometer = Double(number) * spacing
    guard from.odometer <= odometer else { return nil }
    let position = Self.position(atOdometer: odometer, from, to, geometry)
    return Report(position: position, odometer: odometer, number: number, index: segment.index)
  }

  /// The first millisecond at which the car has passed route point `number`; its arrival where the way ends
  /// before that point.
  ///
  /// - Parameter segment: lies before the route point, and receives the one on which it lies; nil at the end of the track.
  /// - Precondition: `spacing` is positive.
  func time(ofReport number: Int, spacing: Metres, on segment: inout Segment?) -> Milliseconds {
    let odometer = Double(number) * spacing
    guard var (from, to) = segment.map({ ($0.from, $0.to) }) else { return endTime }
    if to.odometer < odometer {
      var cursor = cursor(at: segment?.index ?? front)
      _ = cursor.advance()
      repeat {
        from = to
        let index = cursor.index
        guard cursor.advance() else {
          segment = nil
          return endTime
        }
        to = cursor.vertex
        segment = Segment(index: index, from: from, to: to)
      } while to.odometer < odometer
    }
    return Self.time(ofReport: number, spacing: spacing, from, to)
  }

  /// The first millisecond at which the car has passed route point `number`, which lies between two vertices.
  static func time(ofReport number: Int, spacing: Metres, _ from: Vertex, _ to: Vertex) -> Milliseconds {
    let odometer = Double(number) * spacing
    let share = (odometer - from.odometer) / (to.odometer - from.odometer)
    let guess = (share * Double((to.time - from.time).rawValue)).rounded(.up)
    var time = from.time + Milliseconds(Int64(guess))
    // The reading of `odometer(at:)` decides, whose last bit may differ from the inverse's.
    let millisecond = Milliseconds(1)
    func hasPassed(_ time: Milliseconds) -> Bool {
      let driven = time > from.time ? Self.odometer(at: time, from, to) : from.odometer
      return Int(driven / spacing) >= number
    }
    while time > from.time, hasPassed(time - millisecond) { time = time - millisecond }
    while time < to.time, !hasPassed(time) { time = time + millisecond }
    return time
  }
}
