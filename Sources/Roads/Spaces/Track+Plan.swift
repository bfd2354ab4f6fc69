public import Quantities

extension Track {
  /// Adds `way` at the end, which the car leaves at `departure`.
  ///
  /// - Precondition: `departure` is not before the car reaches the end.
  public mutating func append(_ way: Way, departure: Milliseconds) {
    precondition(departure >= endTime, "a track never goes back")
    let reading = legs[legs.count - 1].readingAfterwards()
    legs.append(Leg(way, departure: departure, reading: reading))
  }

  /// Adds the way of leg `number` of `other` at the end likewise, moved in time and metres.
  public mutating func append(leg number: Int, of other: borrowing Track, departure: Milliseconds) {
    precondition(departure >= endTime, "a track never goes back")
    var leg = other.legs[number]
    leg.move(to: departure, legs[legs.count - 1].readingAfterwards())
    legs.append(leg)
  }

  /// Drops what lies after `diversion`, and goes on from there along `way`.
  public mutating func turn(at diversion: Diversion, onto way: Way) {
    let index = diversion.index
    let vertex = vertex(at: index)
    legs.truncate(to: index.leg + 1)
    // The new leg begins with the vertex of the turn; the one before stays where the car has gone on from it, or waited.
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

  /// Takes all legs but the first `count` out, to be added again one by one; nil where there are no more.
  ///
  /// A plan that changes moves its legs: who looks at a copy of the track beside it makes both copy them.
  public mutating func takeLegs(behind count: Int) -> Track? {
    guard count < legs.count else { return nil }
    return Track(legs.take(behind: count))
  }

  private init(_ legs: LegList) { self.legs = legs }

  /// Drops all legs but the first `count`.
  public mutating func truncate(toLegs count: Int) {
    precondition(!legs[count - 1].isCut, "a track does not end where the car has turned")
    legs.truncate(to: count)
  }

  /// Forgets what lies more than one route point behind `time`, up to the beginning of a link.
  ///
  /// - Parameter kept: the first leg that is not dropped, whatever the car has driven of it.
  /// - Returns: how many legs were dropped.
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
