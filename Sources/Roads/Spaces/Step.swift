public import Quantities

/// A self-contained step of a track: while the car drives it, queries need only its two end vertices.
public struct Step: Sendable {
  /// The vertex at the beginning of the step.
  public let from: Track.Vertex
  public let to: Track.Vertex
  /// Whether this is the last step, at whose end the car reaches its destination.
  public let isLast: Bool
  /// The index of the vertex `from`.
  public let index: TrackIndex

  @inlinable
  init(from: Track.Vertex, to: Track.Vertex, isLast: Bool, index: TrackIndex) {
    self.from = from
    self.to = to
    self.isLast = isLast
    self.index = index
  }

  /// Returns the car's report at `time`, as `Track.report` does; nil if that requires more of the track than this step.
  @inline(__always)
  public func report(at time: Milliseconds, spacing: Metres, geometry: Geometry) -> Report? {
    guard time >= from.time, time < to.time else { return nil }
    let driven = time > from.time ? Track.odometer(at: time, from, to) : from.odometer
    guard spacing > 0 else {
      return Report(position: position(at: time, geometry), odometer: driven, number: 0, index: index)
    }
    let number = Int(driven / spacing)
    let odometer = Double(number) * spacing
    guard from.odometer <= odometer else { return nil }
    let position = Track.position(atOdometer: odometer, from, to, geometry)
    return Report(position: position, odometer: odometer, number: number, index: index)
  }

  /// Equivalent to `Track.peek` at `time`; returns nil if that requires more of the track than the step.
  @inline(__always)
  public func peek(
    at time: Milliseconds, spacing: Metres, reach: Metres, geometry: Geometry
  ) -> Track.Peek? {
    guard time >= from.time, time < to.time else { return nil }
    if spacing > 0 {
      let driven = time > from.time ? Track.odometer(at: time, from, to) : from.odometer
      let number = Int(driven / spacing)
      let odometer = Double(number) * spacing
      guard from.odometer <= odometer else { return nil }
      var until = to.time
      if to.odometer >= Double(number + 1) * spacing {
        until = Track.time(ofReport: number + 1, spacing: spacing, from, to)
      } else if !isLast {
        return nil
      }
      let position = Track.position(atOdometer: odometer, from, to, geometry)
      return Track.Peek(start: position, end: position, from: time, until: until, index: index)
    }
    let start = position(at: time, geometry)
    var until = to.time
    let metres = geometry.distance(start, to.place.position)
    if metres > reach {
      let share = reach / metres * Double((to.time - time).rawValue)
      until = time + max(Milliseconds(1), Milliseconds(Int64(share)))
    }
    return Track.Peek(
      start: start, end: position(at: until, geometry), from: time, until: until, index: index)
  }

  /// Consecutive reports along a step: the first is `peek.start`, the last `peek.end`.
  public struct Stretch {
    public var peek: Track.Peek
    /// The number of the first report.
    public var first: Int
    /// The number of reports after the first.
    public var reports: Int
    /// The number of reports per millisecond, and the fraction (0 to 1) of the interval to the second report already
    /// driven at the beginning.
    public var rate: Double
    public var phase: Double
  }

  /// Returns the consecutive reports from `time` on, over at most `reach` metres; nil if the current report does not
  /// lie on the step.
  ///
  /// - Precondition: `spacing` is positive.
  public func stretch(at time: Milliseconds, spacing: Metres, reach: Metres, geometry: Geometry) -> Stretch? {
    guard time >= from.time, time < to.time else { return nil }
    let driven = time > from.time ? Track.odometer(at: time, from, to) : from.odometer
    let first = Int(driven / spacing)
    guard from.odometer <= Double(first) * spacing else { return nil }
    let speed = (to.odometer - from.odometer) / Double((to.time - from.time).rawValue)
    let last = max(first, Int(to.odometer / spacing))
    let reports = min(last - first, Int(reach / spacing))
    var until = to.time
    if first + reports < last {
      // At the latest a millisecond before the next report: the odometer decides, and its last bit may differ from
      // the inverse's.
      let rest = (Double(first + reports + 1) * spacing - from.odometer) / speed
      until = max(time + Milliseconds(1), from.time + Milliseconds(Int64(rest)) - Milliseconds(1))
    }
    let start = Track.position(atOdometer: Double(first) * spacing, from, to, geometry)
    let end =
      reports > 0 ? Track.position(atOdometer: Double(first + reports) * spacing, from, to, geometry) : start
    return Stretch(
      peek: Track.Peek(start: start, end: end, from: time, until: until, index: index),
      first: first, reports: reports, rate: speed / spacing, phase: driven / spacing - Double(first))
  }

  func position(at time: Milliseconds, _ geometry: Geometry) -> Position {
    guard time > from.time else { return from.place.position }
    guard time < to.time else { return to.place.position }
    let share = Double((time - from.time).rawValue) / Double((to.time - from.time).rawValue)
    return geometry.interpolate(from.place.position, to.place.position, fraction: share)
  }
}
