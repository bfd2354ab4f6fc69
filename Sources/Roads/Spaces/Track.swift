public import Quantities

/// The way of one car over time: where it was and, as planned, where it will be.
///
/// A polyline of vertices with ascending times and odometer readings; between two of them the car moves at
/// even speed, and where only the time advances it stands still. Nothing happens in a simulation because a
/// car moves: its position is computed when somebody asks.
///
///     A --- B   B --- C        vertices A(0 s, 0 m) B(60 s, 900 m) B(90 s, 900 m) C(120 s, 1400 m)
///
/// It is kept leg by leg, from stop to stop, and a vertex is worked out from the way of its leg when somebody asks for it.
///
/// Invariant: at least one leg; times and odometers never descend; neither the first vertex nor the last is
/// a bend.
public struct Track {
  /// A bend, a node, the beginning or the end of a stop.
  @frozen
  public struct Vertex: Sendable {
    public var place: Place
    /// True if the vertex lies within a link: the car passes it and can turn no earlier than at the link's end.
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

  var legs: LegList
  /// The first vertex that is not forgotten; no bend.
  public internal(set) var front = TrackIndex(leg: 0, node: 0, bend: 0)

  /// Creates the track of a car that drives `way` from `departure` on.
  public init(_ way: Way, departure: Milliseconds) {
    legs = LegList(Leg(way, departure: departure, reading: .known(0)))
  }

  /// Creates the track of a car that drives the first leg of `other`, leaving at `departure`.
  ///
  /// - Precondition: nothing of that leg is forgotten or cut off.
  public init(firstLegOf other: borrowing Track, departure: Milliseconds) {
    var leg = other.legs[0]
    leg.departure = departure
    legs = LegList(leg)
  }

  /// Creates the track of a car that stands at `place` until it leaves at `time`.
  public init(standingAt place: Place, until time: Milliseconds) {
    self.init(Way(standingAt: place), departure: time)
  }

  /// The number of legs that are not forgotten.
  public var legCount: Int { legs.count }

  /// Fetches the legs of the track at `address`, of which something is asked soon.
  ///
  /// By its address: a copy would count a reference to them, and wait for what it is to fetch.
  public static func fetchLegs(at address: UnsafePointer<Track>) {
    if let legs = address.pointer(to: \.legs) { LegList.fetch(at: legs) }
  }

  /// Fetches the first way of the track at `address`, whose legs were fetched.
  public static func fetchWay(at address: UnsafePointer<Track>) { address.pointee.legs.fetchWay() }

  /// The time at which the car reaches the end of its way.
  public var endTime: Milliseconds { legs[legs.count - 1].end }

  /// The end of its way.
  public var endPlace: Place { legs[legs.count - 1].way.destination }

  /// The last vertex; ways are written out to their ends for it.
  public var end: Vertex {
    Vertex(place: endPlace, time: endTime, odometer: legs[legs.count - 1].endReading)
  }

  /// The length of the way of leg `number` from vertex `index` on, metres, as summed up from there; nil where that is
  /// no node of a leg along links.
  public func metres(ofLeg number: Int, from index: TrackIndex) -> Metres? {
    index.leg == number && index.bend == 0 ? legs[number].way.metres(fromNode: index.node) : nil
  }

  /// Metres driven until `time`.
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

  /// The position at `time`, moving along straight lines of `geometry`.
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

  /// The position at which the odometer reads `metres`, on the segment that ends at or after the cursor's vertex.
  func position(atOdometer metres: Metres, from cursor: borrowing TrackCursor, geometry: Geometry) -> Position
  {
    let from = cursor.vertex
    guard metres > from.odometer, let to = cursor.next else { return from.place.position }
    return Self.position(atOdometer: metres, from, to, geometry)
  }

  /// The position between two vertices next to each other at which the odometer reads `metres`.
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
