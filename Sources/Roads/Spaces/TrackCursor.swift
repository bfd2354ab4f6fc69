public import Quantities

/// An iterator over the vertices of a track.
struct TrackCursor {
  private let legs: LegList
  private(set) var leg: Int
  private(set) var way: WayCursor

  /// Creates the cursor at a point of the route of leg `leg`.
  init(_ legs: LegList, leg: Int, _ way: WayCursor) {
    self.legs = legs
    self.leg = leg
    self.way = way
  }

  var index: TrackIndex { TrackIndex(leg: leg, node: way.node, bend: way.bend) }

  /// The current vertex.
  var vertex: Track.Vertex { legs[leg].vertex(at: way) }

  /// The next vertex; nil at the end of the track.
  var next: Track.Vertex? {
    var next = self
    return next.advance() ? next.vertex : nil
  }

  /// The place and time of the current vertex, without its odometer reading, which might require writing out earlier
  /// routes.
  var point: (place: Place, time: Milliseconds) {
    let point = way.point
    return (point.place, legs[leg].departure + point.travel.duration)
  }

  /// The place and time of the next vertex; nil at the end of the track.
  var nextPoint: (place: Place, time: Milliseconds)? {
    var next = self
    return next.advance() ? next.point : nil
  }

  /// Advances to the next vertex.
  ///
  /// - Returns: whether there is one.
  mutating func advance() -> Bool {
    if way.advance(), legs[leg].contains(way.node, way.bend) { return true }
    guard leg + 1 < legs.count else { return false }
    leg += 1
    way = WayCursor(legs[leg].way)
    return true
  }

  /// Advances to the next vertex that is not a bend: the end of the current link.
  ///
  /// - Returns: whether there is one.
  mutating func advanceToNode() -> Bool {
    while advance() {
      if way.bend == 0 { return true }
    }
    return false
  }

  /// Moves back to the beginning of the current link.
  mutating func returnToNode() { way.returnToNode() }
}

extension Track {
  /// Returns the last leg begun by `time`; before departure, the first one.
  func leg(at time: Milliseconds) -> Int {
    var leg = legs.count - 1
    while leg > front.leg, legs[leg].departure > time { leg -= 1 }
    return leg
  }

  /// Returns the cursor at the last vertex passed by `time`; before departure, at the first one.
  func cursor(at time: Milliseconds) -> TrackCursor {
    let leg = leg(at: time)
    let elapsed = time - legs[leg].departure
    if elapsed.rawValue < 0 { return cursor(at: front) }
    let way = legs[leg].way
    var node = way.node(at: elapsed)
    if !legs[leg].contains(node.number, 0) {
      let last = legs[leg].last.node
      node = (last, way.travel(toNode: last))
    }
    if leg == front.leg, node.number < front.node { return cursor(at: front) }
    var cursor = WayCursor(way, at: node)
    cursor.advance(toLastBend: { $0.travel.duration <= elapsed })
    return TrackCursor(legs, leg: leg, cursor)
  }

  /// Returns the cursor at vertex `index`.
  func cursor(at index: TrackIndex) -> TrackCursor {
    let way = legs[index.leg].way
    var cursor = WayCursor(way, at: (index.node, way.travel(toNode: index.node)))
    for _ in 0..<index.bend where !cursor.advance() { break }
    return TrackCursor(legs, leg: index.leg, cursor)
  }

  /// Returns the place and time of the vertex at `index`.
  public func point(at index: TrackIndex) -> (place: Place, time: Milliseconds) { cursor(at: index).point }

  /// Returns the vertex at `index`.
  public func vertex(at index: TrackIndex) -> Vertex {
    if index.node == 0, index.bend == 0 {
      return legs[index.leg].origin
    }
    return cursor(at: index).vertex
  }

  /// All retained vertices; writes out the whole route.
  public var vertices: [Vertex] {
    var cursor = cursor(at: front)
    var vertices = [cursor.vertex]
    while cursor.advance() { vertices.append(cursor.vertex) }
    return vertices
  }

  /// Whether any leg follows the links of a network.
  public var followsLinks: Bool {
    (0..<legs.count).contains { number in
      if case .links = legs[number].way.course { true } else { false }
    }
  }

  /// Calls `body` with all retained vertices, writing out the whole route. `leg` and `node` identify the vertex's node on
  /// its leg's route or, for a bend, the node before it.
  ///
  /// - Parameter readsOdometer: whether the odometer readings are computed, which may require writing out earlier routes;
  ///   otherwise they are 0.
  public func forEachVertex(readsOdometer: Bool, _ body: (Vertex, _ leg: Int, _ node: Int) -> Void) {
    var first = cursor(at: front).vertex
    if !readsOdometer { first.odometer = 0 }
    body(first, front.leg, front.node)
    forEachStop(after: front, readsOdometer: readsOdometer) { vertex, leg, node in
      body(vertex, leg, node)
      return true
    }
  }

  /// Calls `body` with the vertices from the first one at or after `time` on, until it returns false.
  public func forEachVertex(from time: Milliseconds, _ body: (Vertex) -> Bool) {
    // Several vertices may have the same time: the cursor before them finds the first one.
    var cursor = cursor(at: time.rawValue > .min ? Milliseconds(time.rawValue - 1) : time)
    repeat {
      let vertex = cursor.vertex
      if vertex.time >= time, !body(vertex) { return }
    } while cursor.advance()
  }

  /// Calls `body` with every vertex after `index`, until it returns false; for `leg` and `node` see
  /// `forEachVertex(readsOdometer:_:)`.
  ///
  /// - Parameter readsOdometer: whether the odometer readings are computed, which may require writing out earlier routes;
  ///   otherwise they are 0.
  func forEachStop(
    after index: TrackIndex, readsOdometer: Bool, _ body: (Vertex, _ leg: Int, _ node: Int) -> Bool
  ) {
    writeOut(from: index)
    for number in index.leg..<legs.count {
      let (way, departure, isFirst) = (legs[number].way, legs[number].departure, number == index.leg)
      if !isFirst {
        let odometer = readsOdometer ? legs[number].startReading : 0
        if !body(Vertex(place: way.origin, time: departure, odometer: odometer), number, 0) { return }
      }
      let behind = isFirst ? (node: index.node, bend: index.bend) : (node: 0, bend: 0)
      var node = behind.node
      let goesOn = way.forEachPoint(after: behind, within: legs[number]) { place, travel in
        let odometer = readsOdometer ? legs[number].odometer(after: travel.metres) : 0
        node += 1
        return body(
          Vertex(place: place, time: departure + travel.duration, odometer: odometer), number, node)
      }
      if !goesOn { return }
    }
  }

  /// Returns whether only the last vertex follows `index`.
  public func isLastStep(_ index: TrackIndex) -> Bool {
    guard index.leg == legs.count - 1 else { return false }
    if case .straight = legs[index.leg].way.course { return index.node == 0 }
    var cursor = cursor(at: index)
    return cursor.advance() && cursor.next == nil
  }
}
