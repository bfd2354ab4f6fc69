public import Quantities
public import RoadNetwork

/// The trajectory of one car: driven and planned positions over time.
///
/// A polyline of vertices with ascending times and odometer readings; between two of them the car moves at constant
/// speed, or stands still if only the time advances. Movement causes no events: positions are computed on demand.
///
///     A --- B   B --- C        vertices A(0 s, 0 m) B(60 s, 900 m) B(90 s, 900 m) C(120 s, 1400 m)
///
/// It is stored leg by leg, from stop to stop, and vertices are computed on demand from the leg's route.
///
/// Invariant: at least one leg; times and odometer readings never decrease; neither the first vertex nor the last is a
/// bend.
public struct Track {
  /// A vertex: a bend, a node, or the beginning or end of a stop.
  @frozen
  public struct Vertex: Sendable {
    public var place: Place
    /// Whether the vertex lies within a link, so that the car can turn no earlier than at the link's end.
    public var isBend: Bool
    public var time: Milliseconds
    /// The distance driven since the car's departure, in road metres.
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

  var legs: LegList
  /// The first retained vertex; not a bend.
  public internal(set) var front = TrackIndex(leg: 0, node: 0, bend: 0)

  /// Creates the track of a car that drives `way` from `departure` on.
  public init(_ way: Way, departure: Milliseconds) {
    legs = LegList(Leg(way, departure: departure, reading: .known(0)))
  }

  /// Creates the track of a car that drives only the first leg of `other`, leaving at `departure`.
  ///
  /// - Precondition: no part of that leg has been discarded or cut off.
  public init(firstLegOf other: borrowing Track, departure: Milliseconds) {
    var leg = other.legs[0]
    leg.departure = departure
    legs = LegList(leg)
  }

  /// Creates the track of a car that stands at `place` until it leaves at `time`.
  public init(standingAt place: Place, until time: Milliseconds) {
    self.init(Way(standingAt: place), departure: time)
  }

  /// The number of retained legs.
  public var legCount: Int { legs.count }

  /// Prefetches the legs of the track at `address`; called shortly before they are read.
  ///
  /// It takes an address, because copying the track would update the legs' reference count, and so wait for the memory
  /// to be fetched.
  public static func fetchLegs(at address: UnsafePointer<Track>) {
    if let legs = address.pointer(to: \.legs) { LegList.fetch(at: legs) }
  }

  /// Prefetches the first route of the track at `address`, once its legs have been prefetched.
  public static func fetchWay(at address: UnsafePointer<Track>) { address.pointee.legs.fetchWay() }

  /// The arrival time at the end of the track.
  public var endTime: Milliseconds { legs[legs.count - 1].end }

  /// The place at the end of the track.
  public var endPlace: Place { legs[legs.count - 1].way.destination }

  /// The last vertex; writes out all routes to their ends.
  public var end: Vertex {
    Vertex(place: endPlace, time: endTime, odometer: legs[legs.count - 1].endReading)
  }

  /// Returns the length of the route of leg `number` from vertex `index` on, metres, summed from that vertex; nil if it
  /// is not a node of a leg along links.
  public func metres(ofLeg number: Int, from index: TrackIndex) -> Metres? {
    index.leg == number && index.bend == 0 ? legs[number].way.metres(fromNode: index.node) : nil
  }

  /// Returns the distance driven by `time`, metres.
  public func odometer(at time: Milliseconds) -> Metres {
    let number = leg(at: time)
    if legs[number].isOver(at: time) { return legs[number].endReading }
    guard let step = evenStep(at: time) else { return odometer(at: time, after: cursor(at: time)) }
    return time > step.from.time ? Self.odometer(at: time, step.from, step.to) : step.from.odometer
  }

  func odometer(at time: Milliseconds, after cursor: borrowing TrackCursor) -> Metres {
    let from = cursor.vertex
    guard time > from.time, let to = cursor.next else { return from.odometer }
    return Self.odometer(at: time, from, to)
  }

  static func odometer(at time: Milliseconds, _ from: Vertex, _ to: Vertex) -> Metres {
    let share = Double((time - from.time).rawValue) / Double((to.time - from.time).rawValue)
    return from.odometer + (to.odometer - from.odometer) * share
  }

  /// Returns the position at `time`, along straight lines of `geometry`.
  public func position(at time: Milliseconds, geometry: Geometry) -> Position {
    let number = leg(at: time)
    if legs[number].isOver(at: time) { return legs[number].way.destination.position }
    return position(at: time, after: cursor(at: time), geometry: geometry)
  }

  func position(at time: Milliseconds, after cursor: borrowing TrackCursor, geometry: Geometry) -> Position {
    let from = cursor.point
    guard time > from.time, let to = cursor.nextPoint else { return from.place.position }
    let share = Double((time - from.time).rawValue) / Double((to.time - from.time).rawValue)
    return geometry.interpolate(from.place.position, to.place.position, fraction: share)
  }

  /// Returns the position at odometer `metres`, on the segment that ends at or after the cursor's vertex.
  func position(atOdometer metres: Metres, from cursor: borrowing TrackCursor, geometry: Geometry) -> Position
  {
    let from = cursor.vertex
    guard metres > from.odometer, let to = cursor.next else { return from.place.position }
    return Self.position(atOdometer: metres, from, to, geometry)
  }

  /// Returns the position at odometer `metres` between two consecutive vertices.
  public static func position(
    atOdometer metres: Metres, _ from: Vertex, _ to: Vertex, _ geometry: Geometry
  ) -> Position {
    guard metres > from.odometer else { return from.place.position }
    let length = to.odometer - from.odometer
    guard metres < to.odometer, length > 0 else { return to.place.position }
    return geometry.interpolate(
      from.place.position, to.place.position, fraction: (metres - from.odometer) / length)
  }
}

/// The index of a vertex of a track: its leg, and the numbers of nodes and of bends before it.
///
/// Indices are ordered as the car passes the vertices.
public struct TrackIndex: Hashable, Comparable, Sendable {
  /// The number of the leg, counted from the first retained one.
  public var leg: Int
  /// The number of the node on the leg's route; 0 at the beginning.
  public var node: Int
  /// The number of the bend after the node; 0 at the node itself.
  public var bend: Int

  public init(leg: Int, node: Int, bend: Int) {
    self.leg = leg
    self.node = node
    self.bend = bend
  }

  /// The beginning of the current link: the vertex itself, unless it is a bend.
  var linkStart: Self { Self(leg: leg, node: node, bend: 0) }

  public static func < (a: Self, b: Self) -> Bool { (a.leg, a.node, a.bend) < (b.leg, b.node, b.bend) }
}

extension Track {
  /// A time interval in which the reported position stands still or moves at constant speed.
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

  /// Returns the reported position from `time` on, for as long as it stands still or moves at constant speed, but over
  /// at most `reach` metres; nil after the arrival.
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

extension Track {
  /// Calls `body` with every node on the retained part of the route, its leg number and its planned time; a stop is both
  /// the end of one leg and the beginning of the next. Writes the route out.
  public func forEachNode(_ body: (NodeIndex, _ leg: Int, Milliseconds) -> Void) {
    forEachVertex(readsOdometer: false) { vertex, leg, _ in
      if vertex.place.isNode { body(vertex.place.node, leg, vertex.time) }
    }
  }
}
