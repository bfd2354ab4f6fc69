public import Quantities

extension Track {
  /// A stretch of time in which the reported position stands still or moves evenly.
  public struct Glimpse: Sendable {
    /// Reported at `from`, and at `until` if the report moves.
    public var start: Position
    public var end: Position
    public var from: Milliseconds
    /// The first millisecond at which the glimpse is no longer valid.
    public var until: Milliseconds
    /// The index of the last vertex that is not ahead of `start`.
    public var index: TrackIndex
  }

  /// Calls `body` with the reported positions from `from` until `until`, or until the arrival, in order; the
  /// last one may last longer where it stands still.
  public func forEachGlimpse(
    from: Milliseconds, until: Milliseconds, spacing: Metres, geometry: Geometry, _ body: (Glimpse) -> Void
  ) {
    let until = min(until, endTime)
    var time = from
    guard time < until else { return }
    if spacing > 0 {
      var report = report(at: from, spacing: spacing, geometry: geometry)
      var segment = segment(after: report.index)
      while time < until {
        let next = self.time(ofReport: report.number + 1, spacing: spacing, on: &segment)
        body(
          Glimpse(
            start: report.position, end: report.position, from: time, until: next, index: report.index))
        time = next
        guard time < until else { return }
        // Most often the next route point lies on the same segment.
        if let same = segment,
          let next = self.report(at: time, on: same, spacing: spacing, geometry: geometry)
        {
          report = next
        } else {
          report = self.report(at: time, spacing: spacing, geometry: geometry)
          segment = self.segment(after: report.index)
        }
      }
      return
    }
    var cursor = cursor(at: from)
    while time < until {
      let (from, to) = (cursor.point, cursor.nextPoint)
      let isWaiting = time < from.time
      // Before the arrival there is always a vertex ahead.
      guard let end = isWaiting ? from.time : to?.time else { return }
      let next = min(until, end)
      if next > time {
        body(
          Glimpse(
            start: position(at: time, geometry: geometry), end: position(at: next, geometry: geometry),
            from: time, until: next, index: cursor.index))
        time = next
      }
      if !isWaiting, next == end { _ = cursor.advance() }
    }
  }
}
