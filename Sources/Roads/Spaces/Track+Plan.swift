public import Quantities

extension Track {
  /// Appends `way`, with the given departure.
  ///
  /// - Precondition: `departure` is not before the car reaches the end.
  public mutating func append(_ way: Way, departure: Milliseconds) {
    precondition(departure >= endTime, "a track never goes back")
    let reading = legs[legs.count - 1].readingAfterwards()
    legs.append(Leg(way, departure: departure, reading: reading))
  }

  /// Appends the way of leg `number` of `other`, moved in time and metres.
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

  /// Removes and returns all legs but the first `count`, to be appended again one by one; nil if there are no
  /// more.
  ///
  /// A changed plan moves its legs in place: a copy of the track held elsewhere would force both to be
  /// copied.
  public mutating func takeLegs(behind count: Int) -> Track? {
    guard count < legs.count else { return nil }
    return Track(legs.take(behind: count))
  }

  private init(_ legs: LegList) { self.legs = legs }

  /// Removes all legs but the first `count`.
  public mutating func truncate(toLegs count: Int) {
    precondition(!legs[count - 1].isCut, "a track does not end where the car has turned")
    legs.truncate(to: count)
  }

  /// Forgets the part more than one route point before `time`, up to the beginning of a link.
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
