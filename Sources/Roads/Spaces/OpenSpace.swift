public import Quantities

/// A space without roads: cars follow straight lines at one speed.
///
/// A plane, a torus or the globe. `circuity` accounts for the roads that are not modelled: a trip is that
/// many times as long as its straight line, and positions advance along the straight line in proportion.
public final class OpenSpace: Space {
  public let geometry: Geometry
  /// Metres per second.
  public let speed: Double
  /// Road metres per straight-line metre, at least 1.
  public let circuity: Double
  /// The rectangle of allowed places; nil: unlimited.
  public let bounds: Bounds?

  /// Creates a space in which cars drive at `speed` metres per second.
  ///
  /// - Precondition: `speed` is positive and `circuity` at least 1.
  public init(geometry: Geometry, speed: Double, circuity: Double = 1, bounds: Bounds? = nil) {
    precondition(speed > 0 && circuity >= 1, "speed must be positive and circuity at least 1")
    self.geometry = geometry
    self.speed = speed
    self.circuity = circuity
    self.bounds = bounds
  }

  public var millisecondsPerMetre: Double { 1000 * circuity / speed }

  public func boundPoint(of place: Place) -> Position { place.position }

  public var leastTimes: LeastTimes { LeastTimes(geometry, millisecondsPerMetre: millisecondsPerMetre) }

  public func place(at coordinates: Coordinates) -> Place? {
    if let bounds, !bounds.contains(coordinates) { return nil }
    return Place(position: geometry.position(of: coordinates))
  }

  public func travel(from origin: Place, to destination: Place) -> Travel? {
    let metres = circuity * geometry.distance(origin.position, destination.position)
    return Travel(duration: Milliseconds(seconds: metres / speed), metres: metres)
  }

  public func duration(from origin: Place, to destination: Place, hub: Hub) -> Milliseconds {
    let metres = circuity * geometry.distance(origin.position, destination.position)
    return Milliseconds(seconds: metres / speed)
  }

  public func durations(of group: PlaceGroup, _ hub: Hub, _ place: Place, into times: inout [Milliseconds]) {
    durationsOneByOne(of: group, hub, place, into: &times)
  }

  public var sweepSize: Int? { nil }

  public func sweeper(_ hub: Hub) -> Sweeper { preconditionFailure("a space without nodes is not swept") }

  public func way(from origin: Place, to destination: Place) -> Way? {
    travel(from: origin, to: destination).map { Way(from: origin, to: destination, travel: $0) }
  }

  public func appendPath(from origin: Place, to destination: Place, into path: inout [PathPoint]) {
    path.append(PathPoint(place: destination, travel: travel(from: origin, to: destination) ?? .none))
  }
}
