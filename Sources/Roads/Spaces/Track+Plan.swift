public import Quantities
import RoadNetwork

extension Track {
  /// Appends `way`, with the given departure.
  ///
  /// - Precondition: the car reaches the end of the track no later than `departure`.
  public mutating func append(_ way: Way, departure: Milliseconds) {
    precondition(departure >= endTime, "a track never goes back")
    let reading = legs[legs.count - 1].readingAfterwards()
    legs.append(Leg(way, departure: departure, reading: reading))
  }

  /// Appends the route of leg `number` of `other`, shifted in time and metres.
  public mutating func append(leg number: Int, of other: borrowing Track, departure: Milliseconds) {
    precondition(departure >= endTime, "a track never goes back")
    var leg = other.legs[number]
    leg.move(to: departure, legs[legs.count - 1].readingAfterwards())
    legs.append(leg)
  }

  /// Truncates the track at `diversion`, and continues from there along `way`.
  public mutating func turn(at diversion: Diversion, onto way: Way) {
    let index = diversion.index
    let vertex = vertex(at: index)
    legs.truncate(to: index.leg + 1)
    // The new leg begins with the vertex of the turn; the one before is kept if the car drove on from it, or
    // waited.
    let isThere = vertex.odometer >= diversion.odometer && vertex.time >= diversion.time
    let limit = TrackIndex(leg: index.leg, node: index.node, bend: index.bend + (isThere ? 0 : 1))
    if limit > front, (limit.node, limit.bend) > (0, 0) {
      legs[index.leg].limit = limit
    } else {
      legs.truncate(to: index.leg)
    }
    if front.leg == legs.count { front = TrackIndex(leg: legs.count, node: 0, bend: 0) }
    legs.append(Leg(way, departure: diversion.time, reading: .known(diversion.odometer)))
  }

  /// Removes and returns all legs except the first `count`, to be appended again one by one; nil if there are no
  /// others.
  ///
  /// A changed plan thus moves its legs without copying them; a second reference to the track would force a copy.
  public mutating func takeLegs(behind count: Int) -> Track? {
    guard count < legs.count else { return nil }
    return Track(legs.take(behind: count))
  }

  private init(_ legs: LegList) { self.legs = legs }

  /// Removes all legs except the first `count`.
  public mutating func truncate(toLegs count: Int) {
    precondition(!legs[count - 1].isCut, "a track does not end where the car has turned")
    legs.truncate(to: count)
  }

  /// Discards the part of the track more than one route point before the position at `time`, up to the beginning of a
  /// link.
  ///
  /// - Parameter kept: the first leg that must not be dropped, however far the car has driven.
  /// - Returns: the number of legs dropped.
  @discardableResult
  public mutating func forget(
    before time: Milliseconds, spacing: Metres, keeping kept: Int = .max
  ) -> Int {
    front = reportedVertex(at: time, spacing: spacing).index.linkStart
    let count = min(front.leg, kept)
    legs.removeFirst(count)
    front.leg -= count
    return count
  }
}

/// Steps between two vertices of one leg, computed without traversing the track: sufficient for most queries.
extension Track {
  /// Returns the step that the car is driving at `time`, if it has no bends; otherwise nil.
  func evenStep(at time: Milliseconds) -> Step? {
    let number = leg(at: time)
    let elapsed = time - legs[number].departure
    guard elapsed.rawValue >= 0, time < legs[number].end else { return nil }
    return evenStep(ofLeg: number, behind: legs[number].way.node(at: elapsed))
  }

  /// Returns report `number`, between a node of a leg and the next vertex; nil if the report does not lie there, or if
  /// links have bends.
  public func report(
    _ number: Int, behind node: Int, ofLeg leg: Int, spacing: Metres, geometry: Geometry
  ) -> Report? {
    let odometer = Double(number) * spacing
    guard leg < legs.count,
      let step = evenStep(ofLeg: leg, behind: (node, legs[leg].way.travel(toNode: node))),
      step.from.odometer <= odometer, odometer < step.to.odometer
    else { return nil }
    let position = Self.position(atOdometer: odometer, step.from, step.to, geometry)
    return Report(position: position, odometer: odometer, number: number, index: step.index)
  }

  /// Returns the step after vertex `index`; nil at the end of the track.
  func step(after index: TrackIndex) -> Step? {
    if index.bend == 0 {
      let node = (index.node, legs[index.leg].way.travel(toNode: index.node))
      if let step = evenStep(ofLeg: index.leg, behind: node) { return step }
    }
    let cursor = cursor(at: index)
    return cursor.next.map {
      Step(from: cursor.vertex, to: $0, isLast: isLastStep(index), index: index)
    }
  }

  /// Returns the step of leg `number` after the given node; nil if the step has bends, or if the leg ends there, is cut
  /// or has been discarded.
  func evenStep(ofLeg number: Int, behind node: (number: Int, travel: Travel)) -> Step? {
    guard !legs[number].isCut, number > front.leg || node.number >= front.node else { return nil }
    let way = legs[number].way
    let next: (place: Place, travel: Travel)
    let origin: Place
    var isLast = number == legs.count - 1
    switch way.course {
    case .standing: return nil
    case .straight:
      guard node.number == 0 else { return nil }
      origin = way.origin
      next = (way.destination, Travel(duration: way.duration, metres: way.metres))
    case .links(let course):
      let (network, paths) = (course.paths.network, course.paths)
      guard !network.hasBends, node.number < course.links.count else { return nil }
      let link = course.links[node.number]
      origin = node.number == 0 ? way.origin : paths.place(ofNode: network.tails[Int(link)])
      var travel = node.travel
      travel.duration = travel.duration + Milliseconds(Int64(network.milliseconds(of: link)))
      travel.metres += network.metres[Int(link)]
      next = (paths.place(ofNode: network.head(of: link)), travel)
      isLast = isLast && node.number + 1 == course.links.count && course.isWritten
    }
    let departure = legs[number].departure
    let odometer =
      node.number == 0 ? legs[number].startReading : legs[number].odometer(after: node.travel.metres)
    return Step(
      from: Vertex(place: origin, time: departure + node.travel.duration, odometer: odometer),
      to: Vertex(
        place: next.place, time: departure + next.travel.duration,
        odometer: legs[number].odometer(after: next.travel.metres)),
      isLast: isLast, index: TrackIndex(leg: number, node: node.number, bend: 0))
  }
}
