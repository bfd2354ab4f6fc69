/// The radius of the sphere used for great circles, in metres (the mean radius of WGS84).
public let earthRadius: Metres = 6_371_008.8

/// The geometry of a space, which defines its straight lines: a plane, a torus (a square whose opposite sides
/// touch), or the globe (great circles on a sphere of `earthRadius`).
///
/// On the globe a `Position` is a vector from the Earth's centre, so "within r" compares chords and is exact to a
/// nanometre without a trigonometric call.
public enum Geometry: Hashable, Sendable {
  case plane
  /// A square of side `side` metres with opposite sides identified.
  case torus(side: Metres)
  case globe

  /// Returns the position of `coordinates`.
  public func position(of coordinates: Coordinates) -> Position {
    switch self {
    case .plane, .torus:
      return Position(x: coordinates.x, y: coordinates.y)
    case .globe:
      let longitude = coordinates.x * .pi / 180
      let latitude = coordinates.y * .pi / 180
      let parallel = earthRadius * Rounded.cos(latitude)
      return Position(
        x: parallel * Rounded.cos(longitude), y: parallel * Rounded.sin(longitude),
        z: earthRadius * Rounded.sin(latitude))
    }
  }

  /// Returns the coordinates of `position`: the inverse of `position(of:)`; on a torus each lies in 0 ..<
  /// side.
  public func coordinates(of position: Position) -> Coordinates {
    switch self {
    case .plane:
      return Coordinates(x: position.x, y: position.y)
    case .torus(let side):
      return Coordinates(x: Self.wrapped(position.x, side), y: Self.wrapped(position.y, side))
    case .globe:
      let parallel = (position.x * position.x + position.y * position.y).squareRoot()
      return Coordinates(
        x: Rounded.atan2(position.y, position.x) * 180 / .pi,
        y: Rounded.atan2(position.z, parallel) * 180 / .pi)
    }
  }

  /// Returns the straight-line distance from `a` to `b`, in metres.
  @inlinable
  public func distance(_ a: Position, _ b: Position) -> Metres {
    // The plane is the case of hot loops, and needs no call.
    if case .plane = self { return (b - a).squaredLength.squareRoot() }
    return curvedDistance(a, b)
  }

  @usableFromInline
  func curvedDistance(_ a: Position, _ b: Position) -> Metres {
    let chord = offset(from: a, to: b).squaredLength.squareRoot()
    return self == .globe ? Self.arc(ofChord: chord) : chord
  }

  /// Returns whether `b` lies in the closed disc of radius `r` metres around `a`.
  public func isWithin(_ r: Metres, _ a: Position, _ b: Position) -> Bool {
    offset(from: a, to: b).squaredLength <= squaredReach(r)
  }

  /// Returns the squared length of the straight segment between two positions `r` metres apart: the bound
  /// used by `isWithin`, for loops that compare many positions with one radius.
  public func squaredReach(_ r: Metres) -> Double {
    guard self == .globe else { return r * r }
    let chord = 2 * earthRadius * Rounded.sin(min(r / (2 * earthRadius), .pi / 2))
    return chord * chord
  }

  /// Returns the vector from `a` to the nearest image of `b`, metres; on the globe the chord.
  @inlinable
  public func offset(from a: Position, to b: Position) -> Position {
    guard case .torus(let side) = self else { return b - a }
    return Self.folded(b - a, side)
  }

  @usableFromInline
  static func folded(_ difference: Position, _ side: Metres) -> Position {
    Position(
      x: difference.x - side * (difference.x / side).rounded(),
      y: difference.y - side * (difference.y / side).rounded())
  }

  /// Returns the position at `fraction` (0 … 1) along the straight line from `a` to `b`.
  ///
  /// On a torus the line is the shortest one, and the result is not wrapped into the square.
  public func interpolate(_ a: Position, _ b: Position, fraction: Double) -> Position {
    let chord = offset(from: a, to: b)
    guard self == .globe else { return a + fraction * chord }
    let half = Rounded.asin(min(1, chord.squaredLength.squareRoot() / (2 * earthRadius)))
    guard half > 1e-12 else { return a + fraction * chord }
    let angle = 2 * half
    let scale = 1 / Rounded.sin(angle)
    return (Rounded.sin((1 - fraction) * angle) * scale) * a + (Rounded.sin(fraction * angle) * scale) * b
  }

  /// Returns the distance from `p` to the nearest point of the segment from `a` to `b`, metres.
  public func distance(_ p: Position, toSegment a: Position, _ b: Position) -> Metres {
    switch self {
    case .plane:
      return Self.distance(p - a, toLine: b - a)
    case .torus(let side):
      // The image of p nearest to a need not be the one nearest to the segment.
      let line = offset(from: a, to: b)
      let toPoint = offset(from: a, to: p)
      var least = Metres.infinity
      for x in -1...1 {
        for y in -1...1 {
          let image = toPoint + Position(x: Double(x) * side, y: Double(y) * side)
          least = min(least, Self.distance(image, toLine: line))
        }
      }
      return least
    case .globe:
      return Self.distance(p, toArc: a, b)
    }
  }

  /// Returns the foot of the perpendicular from `p` to the straight line through `a` and `b`, as a fraction of the
  /// way from `a` to `b`; nil on a torus, where the line passes many images of `p`.
  public func foot(of p: Position, onLine a: Position, _ b: Position) -> Double? {
    switch self {
    case .plane:
      let line = b - a
      let length = line.squaredLength
      return length > 0 ? (p - a).dot(line) / length : 0
    case .torus:
      return nil
    case .globe:
      let ahead = a.cross(b).cross(a)
      let size = ahead.squaredLength.squareRoot()
      guard size > 0 else { return 0 }
      let whole = Rounded.atan2(ahead.dot(b) / size, a.dot(b) / earthRadius)
      return Rounded.atan2(ahead.dot(p) / size, a.dot(p) / earthRadius) / whole
    }
  }

  private static func distance(_ p: Position, toLine line: Position) -> Metres {
    let length = line.squaredLength
    let along = length > 0 ? min(1, max(0, p.dot(line) / length)) : 0
    return (p - along * line).squaredLength.squareRoot()
  }

  private static func distance(_ p: Position, toArc a: Position, _ b: Position) -> Metres {
    // The foot of the perpendicular lies on the arc if p is ahead of a and behind b, seen along the arc.
    let normal = a.cross(b)
    let size = normal.squaredLength.squareRoot()
    let isAhead = normal.cross(a).dot(p) > 0
    let isBehind = normal.cross(b).dot(p) < 0
    guard size > 0, isAhead, isBehind else {
      return min(Geometry.globe.distance(p, a), Geometry.globe.distance(p, b))
    }
    return earthRadius * Rounded.asin(min(1, abs(normal.dot(p)) / (size * earthRadius)))
  }

  private static func arc(ofChord chord: Metres) -> Metres {
    2 * earthRadius * Rounded.asin(min(1, chord / (2 * earthRadius)))
  }

  private static func wrapped(_ value: Double, _ side: Double) -> Double {
    let folded = value - side * (value / side).rounded(.down)
    return folded < side ? folded : 0
  }
}
