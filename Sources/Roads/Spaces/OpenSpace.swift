public import Quantities

/// A space without roads: cars follow straight lines at one speed.
///
/// A plane, a torus or the globe. `circuity` accounts for the roads that are not modelled: a trip is that
/// many times as long as its straight line, and positions advance along the straight line in proportion.
public final class OpenSpace: Space {
  public let geometry: Geometry
  /// The driving speed, metres per second.
  public let speed: Double
  /// The ratio of road length to straight-line distance, at least 1.
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

  public func appendDurations(
    of group: PlaceGroup, _ hub: Hub, _ place: Place, to times: inout [Milliseconds]
  ) {
    appendDurationsOneByOne(of: group, hub, place, to: &times)
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

extension OpenSpace {
  /// Returns the points within `reach` metres of `end` on a fixed grid: every `grid` metres along both axes; on the
  /// globe, on parallels `grid` metres apart, with points evenly spaced along each parallel, at least `grid` metres
  /// apart. The points are sorted from south to north, then from west to east.
  public func meetingPlaces(around end: Place, within reach: Metres, grid: Metres) -> [Place] {
    guard reach > 0, grid > 0 else { return [] }
    let points =
      geometry == .globe
      ? pointsOnGlobe(around: end.position, within: reach, grid: grid)
      : pointsOnPlane(around: end.position, within: reach, grid: grid)
    return points.lazy.filter { self.bounds?.contains($0) ?? true }
      .map { Place(position: self.geometry.position(of: $0)) }
      .filter { self.geometry.isWithin(reach, end.position, $0.position) }
  }

  private func pointsOnPlane(around end: Position, within reach: Metres, grid: Metres) -> [Coordinates] {
    let ys = lines(around: end.y, within: reach, grid: grid)
    let xs = lines(around: end.x, within: reach, grid: grid)
    return ys.flatMap { y in xs.map { Coordinates(x: $0, y: y) } }
  }

  /// Returns the multiples of `grid` within `reach` of `value` on one axis, which wraps around on a torus.
  private func lines(around value: Double, within reach: Metres, grid: Metres) -> [Double] {
    func numbers(_ value: Double) -> ClosedRange<Int> {
      Int(((value - reach) / grid).rounded(.down))...Int(((value + reach) / grid).rounded(.up))
    }
    guard case .torus(let side) = geometry else { return numbers(value).map { Double($0) * grid } }
    var found = Set<Int>()
    let folded = value - side * (value / side).rounded(.down)
    for image in [folded - side, folded, folded + side] {
      for number in numbers(image) where number >= 0 && Double(number) * grid < side { found.insert(number) }
    }
    return found.ordered().map { Double($0) * grid }
  }

  private func pointsOnGlobe(around end: Position, within reach: Metres, grid: Metres) -> [Coordinates] {
    let at = geometry.coordinates(of: end)
    let degree = earthRadius * .pi / 180
    let rowHeight = grid / degree
    let height = reach / degree
    let rows =
      Int(((at.y - height) / rowHeight).rounded(.down))...Int(((at.y + height) / rowHeight).rounded(.up))
    return rows.flatMap { row -> [Coordinates] in
      let latitude = Double(row) * rowHeight
      guard abs(latitude) <= 90 else { return [] }
      let columns = max(1, Int((360 * Rounded.cos(latitude * .pi / 180) / rowHeight).rounded(.down)))
      let width = 360 / Double(columns)
      // The disc's extent east and west, on the parallel where it is greatest, with a small margin.
      let narrow = Rounded.cos(min(90, max(abs(at.y), abs(latitude))) * .pi / 180)
      let half = narrow > 0 ? 1.01 * height / narrow + width : 360
      let from = Int(((at.x - min(half, 180) + 180) / width).rounded(.down))
      let numbers = (from...from + min(columns - 1, Int((2 * min(half, 180) / width).rounded(.up)) + 1))
        .map { ($0 % columns + columns) % columns }
      return Set(numbers).ordered().map {
        Coordinates(x: Self.rounded(Double($0) * width - 180), y: Self.rounded(latitude))
      }
    }
  }

  /// Returns `degrees` rounded to the precision of result files, because the last bit of a cosine may differ between
  /// processors.
  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
