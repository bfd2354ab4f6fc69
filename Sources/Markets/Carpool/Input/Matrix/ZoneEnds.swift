import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics

/// The places of a zone where trips begin and end.
enum ZoneEnds: Sendable {
  case point(Place)
  case area(ZoneShape)
  case nodes([Place], AliasTable)

  /// The points that are drawn for one within an area before that is given up.
  private static let draws = 1_000

  /// Finds the places of `shape`.
  ///
  /// - Parameter weights: the weights of nodes by their ids; nil for all alike.
  /// - Throws: The fault of the zone, where no trip can begin or end there.
  init(
    _ zone: ZoneMap.Zone, _ ends: Scenario.MatrixTrips.Ends, weights: [Int64: Double]?,
    in territory: Territory
  ) throws(ZoneProblem) {
    if let point = zone.shape.point {
      let end = territory.end(at: point)
      if let cause = end.cause { throw .noPlace(name: zone.name, cause) }
      self = .point(end.place)
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
      self = .area(shape)
    }
  }

  /// Draws a place: in an area evenly over it, among nodes by their weights; nil where that point is no place.
  func draw(in territory: Territory, _ generator: inout KeyedGenerator) -> Place? {
    switch self {
    case .point(let place): return place
    case .nodes(let places, let table): return places[table.draw(&generator)]
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
  /// Tells whether the two have a point in common.
  fileprivate func overlaps(_ other: Self) -> Bool {
    low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
  }
}
