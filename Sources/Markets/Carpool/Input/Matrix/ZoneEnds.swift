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
  /// An area much smaller than its bounding rectangle.
  case triangles(ZoneTriangles)
  /// The points within `radius` metres of a centre that are not nearer to another centre in `others`.
  case disc(centre: Position, radius: Metres, others: [Position])
  case nodes([Place], AliasTable)

  /// The maximum number of points drawn for one within an area.
  private static let draws = 1_000

  /// Finds the possible trip ends in `shape`.
  ///
  /// - Parameters:
  ///   - weights: the weights of nodes by id; nil: equal weights.
  ///   - spread: the distance around a point zone within which ends are drawn, and the points of all zones; nil:
  ///     the point itself.
  /// - Throws: the fault of a zone without possible trip ends.
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

  /// Draws a place: uniformly over an area, or a node by weight; nil if that point is not a place.
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
  /// Returns whether the two have a point in common.
  fileprivate func overlaps(_ other: Self) -> Bool {
    low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
  }
}
