import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics

/// The possible trip ends in a zone.
enum ZoneEnds: Sendable {
  case point(Place)
  case area(ZoneShape)
  /// An area much smaller than its bounding rectangle, divided into triangles.
  case triangles(ZoneTriangles)
  /// The points within `radius` metres of `centre` that are no nearer to any of the centres `others`.
  case disc(centre: Position, radius: Metres, others: [Position])
  case nodes([Place], AliasTable)

  /// The maximum number of draws for one point in an area.
  private static let draws = 1_000

  /// Determines the possible trip ends in `zone`.
  ///
  /// - Parameters:
  /// - weights: the node weights by id; nil: equal weights.
  /// - spread: the distance around a point zone within which trip ends are drawn, and the points of all zones; nil:
  ///   trip ends at the point itself.
  /// - Throws: `ZoneProblem` if the zone has no possible trip ends.
  init(
    _ zone: ZoneMap.Zone, _ ends: Scenario.MatrixTrips.Ends, weights: [Int64: Double]?,
    spread: (radius: Metres, centres: [Position])?, in territory: Territory
  ) throws(ZoneProblem) {
    if let point = zone.shape.point {
      let end = territory.end(at: point)
      if let cause = end.cause { throw .noPlace(name: zone.name, cause) }
      guard let spread, spread.radius > 0 else {
        self = .point(end.place)
        return
      }
      let geometry = territory.space.geometry
      let centre = geometry.position(of: point)
      let others = spread.centres.filter { $0 != centre && geometry.distance($0, centre) < 2 * spread.radius }
      self = .disc(centre: centre, radius: spread.radius, others: others)
      return
    }
    let shape = zone.shape
    let nodes = territory.nodes(in: shape.bounds).filter { shape.contains($0.point) }
    switch ends {
    case .nodes:
      let numbers = nodes.map { node in weights.map { $0[node.id] ?? 0 } ?? 1 }
      guard numbers.contains(where: { $0 > 0 }) else { throw .noNodes(name: zone.name) }
      self = .nodes(nodes.map(\.place), AliasTable(numbers))
    case .area:
      let isThere =
        territory.isNetwork
        ? !nodes.isEmpty || shape.rings.joined().contains { territory.end(at: $0).cause == nil }
        : territory.bounds.overlaps(shape.bounds)
      guard isThere else {
        throw .noPlace(name: zone.name, territory.isNetwork ? .offNetwork : .outsideSpace)
      }
      self =
        shape.isThin
        ? .triangles(ZoneTriangles(shape, isGlobe: territory.space.geometry == .globe)) : .area(shape)
    }
  }

  /// Draws a place: uniformly over an area, or a node by weight; nil if the drawn point is not a valid place.
  func draw(in territory: Territory, _ generator: inout KeyedGenerator) -> Place? {
    switch self {
    case .point(let place): return place
    case .nodes(let places, let table): return places[table.draw(&generator)]
    case .triangles(let triangles):
      return territory.space.place(at: territory.rounded(triangles.draw(&generator)))
    case .disc(let centre, let radius, let others):
      let geometry = territory.space.geometry
      for _ in 0..<Self.draws {
        guard let place = territory.place(within: radius, of: Place(position: centre), &generator) else {
          continue
        }
        let distance = geometry.distance(place.position, centre)
        if others.allSatisfy({ geometry.distance(place.position, $0) >= distance }) { return place }
      }
      return nil
    case .area(let shape):
      for _ in 0..<Self.draws {
        let point = territory.uniformPoint(in: shape.bounds, &generator)
        if shape.contains(point) { return territory.space.place(at: point) }
      }
      return nil
    }
  }
}

extension Bounds {
  /// Returns whether the two rectangles have a point in common.
  fileprivate func overlaps(_ other: Self) -> Bool {
    low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
  }
}

/// A zone divided into triangles, for drawing points uniformly over it, however thin it is.
///
/// Horizontal lines through all corners divide the area into trapezoids; at each height, the interior lies between
/// successive pairs of ring edges.
struct ZoneTriangles: Sendable {
  private struct Triangle: Sendable {
    var a, b, c: Coordinates
    /// The cosine of the triangle's latitude nearest to the equator; 1 on a plane.
    var width: Double
  }

  private let triangles: [Triangle]
  private let table: AliasTable
  private let isGlobe: Bool

  /// Divides `shape` into triangles; its coordinates are in degrees if `isGlobe` is true.
  ///
  /// - Complexity: O(n log n + n · m) for n corners and at most m edges at the same height.
  /// - Precondition: the area of the shape is not zero.
  init(_ shape: ZoneShape, isGlobe: Bool) {
    var edges: [(low: Coordinates, high: Coordinates)] = []
    for ring in shape.rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where a.y != b.y {
        edges.append(a.y < b.y ? (a, b) : (b, a))
      }
    }
    edges.order { $0.low.y < $1.low.y }
    let heights = Set(edges.flatMap { [$0.low.y, $0.high.y] }).ordered()
    var triangles: [Triangle] = []
    var active: [(low: Coordinates, high: Coordinates)] = []
    var next = 0
    for (bottom, top) in zip(heights, heights.dropFirst()) {
      active.removeAll { $0.high.y <= bottom }
      while next < edges.count, edges[next].low.y <= bottom {
        active.append(edges[next])
        next += 1
      }
      let sides = active.map { (Self.x($0, at: bottom), Self.x($0, at: top)) }.sorted {
        $0.0 + $0.1 < $1.0 + $1.1
      }
      for pair in stride(from: 0, to: sides.count - 1, by: 2) {
        let (left, right) = (sides[pair], sides[pair + 1])
        let corners = [
          Coordinates(x: left.0, y: bottom), Coordinates(x: right.0, y: bottom),
          Coordinates(x: right.1, y: top),
          Coordinates(x: left.1, y: top),
        ]
        let latitude = bottom <= 0 && top >= 0 ? 0 : min(bottom.magnitude, top.magnitude)
        let width = isGlobe ? Rounded.cos(latitude * .pi / 180) : 1
        triangles.append(Triangle(a: corners[0], b: corners[1], c: corners[2], width: width))
        triangles.append(Triangle(a: corners[0], b: corners[2], c: corners[3], width: width))
      }
    }
    self.triangles = triangles
    self.isGlobe = isGlobe
    table = AliasTable(triangles.map { Self.area($0) * $0.width })
  }

  /// Draws a point uniformly over the zone.
  func draw(_ generator: inout KeyedGenerator) -> Coordinates {
    while true {
      let triangle = triangles[table.draw(&generator)]
      var (u, v) = (generator.uniform(), generator.uniform())
      if u + v > 1 { (u, v) = (1 - u, 1 - v) }
      let (a, b, c) = (triangle.a, triangle.b, triangle.c)
      let point = Coordinates(
        x: a.x + u * (b.x - a.x) + v * (c.x - a.x), y: a.y + u * (b.y - a.y) + v * (c.y - a.y))
      // A degree of longitude becomes shorter away from the equator.
      if !isGlobe || generator.uniform() * triangle.width <= Rounded.cos(point.y * .pi / 180) { return point }
    }
  }

  private static func x(_ edge: (low: Coordinates, high: Coordinates), at y: Double) -> Double {
    if y == edge.low.y { return edge.low.x }
    if y == edge.high.y { return edge.high.x }
    return edge.low.x + (y - edge.low.y) / (edge.high.y - edge.low.y) * (edge.high.x - edge.low.x)
  }

  private static func area(_ triangle: Triangle) -> Double {
    let (a, b, c) = (triangle.a, triangle.b, triangle.c)
    return ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)).magnitude / 2
  }
}
