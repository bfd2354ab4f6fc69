public import Quantities

extension Track {
  /// A time interval in which the reported position stands still or moves evenly.
  public struct Peek: Sendable {
    /// The reported position at the beginning, and at `until` if it moves.
    public var start: Position
    public var end: Position
    public var from: Milliseconds
    /// The first millisecond at which the peek is no longer valid.
    public var until: Milliseconds
    /// The index of the last vertex not ahead of `start`.
    public var index: TrackIndex
  }

  /// Returns the reported position from `time` on, for as long as it stands still or moves evenly, but no farther
  /// than `reach` metres; nil after the arrival.
  public func peek(at time: Milliseconds, spacing: Metres, reach: Metres, geometry: Geometry) -> Peek? {
    guard time < endTime else { return nil }
    if spacing > 0 {
      let report = report(at: time, spacing: spacing, geometry: geometry)
      let until = self.time(
        ofReport: report.number + 1, spacing: spacing, from: step(after: report.index))
      return Peek(
        start: report.position, end: report.position, from: time, until: until, index: report.index)
    }
    let cursor = cursor(at: time)
    let start = position(at: time, after: cursor, geometry: geometry)
    // Before the arrival there is always a next vertex.
    guard time >= cursor.point.time, let next = cursor.nextPoint else {
      return Peek(start: start, end: start, from: time, until: cursor.point.time, index: cursor.index)
    }
    var until = next.time
    let metres = geometry.distance(start, next.place.position)
    if metres > reach {
      let share = reach / metres * Double((next.time - time).rawValue)
      until = time + max(Milliseconds(1), Milliseconds(Int64(share)))
    }
    return Peek(
      start: start, end: position(at: until, geometry: geometry), from: time, until: until,
      index: cursor.index
    )
  }
}
