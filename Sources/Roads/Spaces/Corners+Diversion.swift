public import Quantities

/// The place and time at which a car can leave its planned route.
public struct Diversion: Hashable, Sendable {
  public var place: Place
  public var time: Milliseconds
  public var odometer: Metres
  /// The index of the last vertex kept before the diversion.
  public var index: TrackIndex

  /// Creates the diversion at `place`, after the vertex at `index`.
  public init(place: Place, time: Milliseconds, odometer: Metres, index: TrackIndex) {
    self.place = place
    self.time = time
    self.odometer = odometer
    self.index = index
  }
}

/// Diversions of a car, computed from its corners whenever a request is considered or accepted.
extension Corners {
  /// Equivalent to `Track.diversion(at:)`; returns nil if no track is written out.
  public mutating func diversion(at time: Milliseconds, geometry: Geometry) -> Diversion? {
    guard !isEmpty else { return nil }
    let here = vertex(at: time)
    let from = self[here]
    guard time >= from.vertex.time, here + 1 < count else {
      return turn(at: from, max(time, from.vertex.time))
    }
    let to = self[here + 1]
    if to.vertex.place == from.vertex.place || (to.vertex.place.isNode && time > from.vertex.time) {
      return turn(at: to, to.vertex.time)
    }
    guard time > from.vertex.time else { return turn(at: from, time) }
    return Diversion(
      place: Place(position: step(behind: here).position(at: time, geometry)), time: time,
      odometer: Track.odometer(at: time, from.vertex, to.vertex), index: from.index)
  }

  /// Equivalent to `Track.diversion(from:at:)`; returns nil if no written-out vertex precedes the report.
  public func diversion(from report: Report, at time: Milliseconds) -> Diversion? {
    guard let number = number(of: report.index) else { return nil }
    let (from, start) = (self[number], max(time, self[0].vertex.time))
    guard report.odometer > from.vertex.odometer, number + 1 < count else { return turn(at: from, start) }
    let to = self[number + 1]
    guard to.vertex.place.isNode else {
      return Diversion(
        place: Place(position: report.position), time: start, odometer: report.odometer, index: from.index)
    }
    return turn(at: to, start + Track.drive(from: report, from.vertex, to.vertex))
  }

  private func turn(at corner: Corner, _ time: Milliseconds) -> Diversion {
    Diversion(
      place: corner.vertex.place, time: time, odometer: corner.vertex.odometer, index: corner.index)
  }

  /// Returns the number of the vertex at `index`; nil if it is not among the vertices up to the one last passed.
  private func number(of index: TrackIndex) -> Int? {
    guard !isEmpty else { return nil }
    return (0...Int(passed)).last { self[$0].index == index }
  }
}
