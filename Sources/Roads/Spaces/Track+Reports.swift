public import Quantities

extension Track {
  /// Returns the reported position at `time`: the last route point, at an odometer reading that is a multiple
  /// of `spacing` metres; the true position if `spacing` is 0; the origin before departure.
  public func report(at time: Milliseconds, spacing: Metres, geometry: Geometry) -> Report {
    if let report = evenStep(at: time)?.report(at: time, spacing: spacing, geometry: geometry) {
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

  /// Returns the cursor at the last vertex not beyond the reported position at `time`.
  func reportedVertex(at time: Milliseconds, spacing: Metres) -> TrackCursor {
    let cursor = cursor(at: time)
    guard spacing > 0 else { return cursor }
    let from = cursor.vertex
    guard let to = cursor.next else { return cursor }
    let driven = time > from.time ? Self.odometer(at: time, from, to) : from.odometer
    let odometer = Double(Int(driven / spacing)) * spacing
    return from.odometer <= odometer ? cursor : self.cursor(atOdometer: odometer, before: cursor)
  }

  /// Returns the cursor at the last vertex before that of `later` whose odometer reading is at most `metres`; at the
  /// first vertex if there is none.
  private func cursor(atOdometer metres: Metres, before later: borrowing TrackCursor) -> TrackCursor {
    var (number, last, bends) = (later.leg, later.way.node, later.way.bend > 0)
    while true {
      if legs[number].startReading <= metres {
        let way = legs[number].way
        let node =
          last == 0
          ? (number: 0, travel: Travel.none)
          : way.node(upTo: last) { legs[number].odometer(after: $0.metres) <= metres }
        if number == front.leg, node.number < front.node { return cursor(at: front) }
        var cursor = WayCursor(way, at: node)
        if node.number < last || bends {
          cursor.advance(toLastBend: { legs[number].odometer(after: $0.travel.metres) <= metres })
        }
        return TrackCursor(legs, leg: number, cursor)
      }
      guard number > front.leg else { return cursor(at: front) }
      number -= 1
      (last, bends) = legs[number].isCut ? legs[number].last : (legs[number].way.lastNode, false)
    }
  }

  /// Returns the first millisecond at which the car has passed route point `number`; the arrival if the route ends before
  /// that point.
  ///
  /// - Parameter step: the step before the route point; nil at the end of the track.
  /// - Precondition: `spacing` is positive.
  func time(ofReport number: Int, spacing: Metres, from step: Step?) -> Milliseconds {
    let odometer = Double(number) * spacing
    guard let step else { return endTime }
    var (from, to) = (step.from, step.to)
    if to.odometer < odometer {
      var cursor = cursor(at: step.index)
      _ = cursor.advance()
      repeat {
        from = to
        guard cursor.advance() else { return endTime }
        to = cursor.vertex
      } while to.odometer < odometer
    }
    return Self.time(ofReport: number, spacing: spacing, from, to)
  }

  /// Returns the first millisecond at which the car has passed route point `number`, between two vertices.
  public static func time(ofReport number: Int, spacing: Metres, _ from: Vertex, _ to: Vertex) -> Milliseconds
  {
    let odometer = Double(number) * spacing
    let share = (odometer - from.odometer) / (to.odometer - from.odometer)
    let guess = (share * Double((to.time - from.time).rawValue)).rounded(.up)
    var time = from.time + Milliseconds(Int64(guess))
    // `odometer(at:)` decides, because its last bit may differ from the inverse's.
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

/// A car's reported position: the last route point passed, as known to the matcher.
public struct Report: Sendable {
  public var position: Position
  /// The distance driven from the departure to the route point, in road metres.
  public var odometer: Metres
  /// The number of the route point, at `number` × spacing after the departure; 0 for continuous reporting.
  public var number: Int
  /// The index of the last vertex not beyond the route point.
  public var index: TrackIndex
}
