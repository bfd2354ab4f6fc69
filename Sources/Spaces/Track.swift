public import Quantities

/// The way of one car over time: where it was and, as planned, where it will be.
///
/// A polyline of vertices with ascending times and odometer readings; between two of them the car moves at
/// even speed, and where only the time advances it stands still. Nothing happens in a simulation because a
/// car moves: its position is computed when somebody asks.
///
///     A --- B   B --- C        vertices A(0 s, 0 m) B(60 s, 900 m) B(90 s, 900 m) C(120 s, 1400 m)
///
/// Invariant: at least one vertex; times and odometers never descend; neither the first vertex nor the last is
/// a bend.
public struct Track: Sendable {
  /// A bend, a node, the beginning or the end of a stop.
  @frozen
  public struct Vertex: Sendable {
    public var place: Place
    /// Whether the vertex lies within a link: the car passes it and can turn no earlier than at the link's end.
    public var isBend: Bool
    public var time: Milliseconds
    /// Road metres since the car's departure.
    public var odometer: Metres

    /// Creates the vertex at `place`.
    @inlinable
    public init(place: Place, time: Milliseconds, odometer: Metres, isBend: Bool = false) {
      self.place = place
      self.isBend = isBend
      self.time = time
      self.odometer = odometer
    }
  }

  public internal(set) var vertices: [Vertex]

  /// Creates the track of a car that stands at `place` until it leaves at `time`.
  public init(standingAt place: Place, until time: Milliseconds) {
    vertices = [Vertex(place: place, time: time, odometer: 0)]
  }

  /// When the car reaches the end of its way.
  public var end: Vertex { vertices[vertices.count - 1] }

  /// The index of the last vertex whose time is not after `time`; 0 before the departure.
  @inlinable
  public func index(at time: Milliseconds) -> Int {
    vertices.withUnsafeBufferPointer { vertices in
      var low = 0
      var high = vertices.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if vertices[middle].time <= time { low = middle } else { high = middle }
      }
      return low
    }
  }

  /// Metres driven until `time`.
  public func odometer(at time: Milliseconds) -> Metres { odometer(at: time, after: index(at: time)) }

  func odometer(at time: Milliseconds, after index: Int) -> Metres {
    let from = vertices[index]
    guard index + 1 < vertices.count, time > from.time else { return from.odometer }
    let to = vertices[index + 1]
    let share = Double((time - from.time).rawValue) / Double((to.time - from.time).rawValue)
    return from.odometer + (to.odometer - from.odometer) * share
  }

  /// The position at `time`, moving along straight lines of `geometry`.
  public func position(at time: Milliseconds, geometry: Geometry) -> Position {
    let index = index(at: time)
    let from = vertices[index]
    guard index + 1 < vertices.count, time > from.time else { return from.place.position }
    let to = vertices[index + 1]
    let share = Double((time - from.time).rawValue) / Double((to.time - from.time).rawValue)
    return geometry.interpolate(from.place.position, to.place.position, fraction: share)
  }

  /// The position at which the odometer reads `metres`, on the segment that ends at or after vertex `index`.
  func position(atOdometer metres: Metres, from index: Int, geometry: Geometry) -> Position {
    let from = vertices[index]
    guard index + 1 < vertices.count, metres > from.odometer else { return from.place.position }
    let to = vertices[index + 1]
    let length = to.odometer - from.odometer
    guard metres < to.odometer, length > 0 else { return to.place.position }
    return geometry.interpolate(
      from.place.position, to.place.position, fraction: (metres - from.odometer) / length)
  }
}
