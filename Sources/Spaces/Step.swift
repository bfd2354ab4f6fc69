public import Quantities

/// One step of a track: what is asked about while the car drives it needs no more than its two ends.
public struct Step: Sendable {
  /// Where the car is before the step, and behind it.
  public let from: Track.Vertex
  public let to: Track.Vertex
  /// Whether the car has arrived behind it.
  public let isLast: Bool
  /// Which vertex `from` is.
  public let index: TrackIndex

  fileprivate init(from: Track.Vertex, to: Track.Vertex, isLast: Bool, index: TrackIndex) {
    self.from = from
    self.to = to
    self.isLast = isLast
    self.index = index
  }

  /// What `Track.glimpse` says at `time`; nil where it needs more of the track than the step.
  @inline(__always)
  public func glimpse(
    at time: Milliseconds, spacing: Metres, reach: Metres, geometry: Geometry
  ) -> Track.Glimpse? {
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
      return Track.Glimpse(start: position, end: position, from: time, until: until, index: index)
    }
    let start = position(at: time, geometry)
    var until = to.time
    let metres = geometry.distance(start, to.place.position)
    if metres > reach {
      let share = reach / metres * Double((to.time - time).rawValue)
      until = time + max(Milliseconds(1), Milliseconds(Int64(share)))
    }
    return Track.Glimpse(
      start: start, end: position(at: until, geometry), from: time, until: until, index: index)
  }

  private func position(at time: Milliseconds, _ geometry: Geometry) -> Position {
    guard time > from.time else { return from.place.position }
    guard time < to.time else { return to.place.position }
    let share = Double((time - from.time).rawValue) / Double((to.time - from.time).rawValue)
    return geometry.interpolate(from.place.position, to.place.position, fraction: share)
  }
}

extension Track {
  /// The step that the car drives at `time`; the first one before the departure, and nil from the arrival on.
  public func step(at time: Milliseconds) -> Step? {
    guard time < endTime else { return nil }
    let cursor = cursor(at: time)
    return cursor.next.map {
      Step(from: cursor.vertex, to: $0, isLast: isLastStep(cursor.index), index: cursor.index)
    }
  }
}
