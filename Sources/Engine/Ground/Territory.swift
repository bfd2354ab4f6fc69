public import Quantities
import RoadNetwork
public import Spaces
package import Statistics

/// A space with its extent and its nodes' ids: used to draw trips and to locate rows.
public struct Territory {
  /// The spaces in which cars drive, by departure time.
  public let spaces: DailySpaces
  /// The space of places, the same at all times.
  public let space: any Space
  /// The rectangle in which trips are drawn.
  public let bounds: Bounds
  /// Whether trip ends read from files are rounded like drawn ones, so that nearby ends coincide.
  package var roundsEnds = false
  /// The nodes of a network by id; nil on open ground.
  private let nodes: NodeNames?
  /// Nodes that files may refer to, but that no route connects to the others.
  private let cutOff: [Int64: Coordinates]

  /// Creates the territory of `space`, used at all times.
  ///
  /// - Precondition: `bounds` are given for a space without bounds.
  public init(_ space: any Space, bounds: Bounds? = nil, cutOff: [Int64: Coordinates] = [:]) {
    let nodes = (space as? NetworkSpace).map { NodeNames($0.network) }
    self.init(DailySpaces(space), bounds: bounds, cutOff: cutOff, nodes: nodes)
  }

  /// Creates the territory of `spaces`.
  ///
  /// - Parameter bounds: the rectangle in which trips are drawn; nil: the whole of a bounded space, a torus or a
  ///   network.
  /// - Parameter cutOff: the nodes omitted from a network because no route connects them to the rest.
  /// - Parameter nodes: the ids of the network's nodes; nil on open ground.
  /// - Precondition: `bounds` are given for a space without bounds.
  init(_ spaces: DailySpaces, bounds: Bounds?, cutOff: [Int64: Coordinates], nodes: NodeNames?) {
    self.spaces = spaces
    space = spaces.base
    self.cutOff = cutOff
    self.nodes = nodes
    if let bounds = bounds ?? (space as? OpenSpace)?.bounds {
      self.bounds = bounds
    } else if let nodes {
      self.bounds = nodes.bounds
    } else if case .torus(let side) = space.geometry {
      self.bounds = Bounds(low: Coordinates(x: 0, y: 0), high: Coordinates(x: side, y: side))
    } else {
      preconditionFailure("a space without bounds needs some to draw trips in")
    }
  }

  /// The number of network nodes; nil on open ground.
  package var nodeCount: Int? { (space as? NetworkSpace)?.network.nodeCount }

  /// Whether trip ends snap to nodes.
  package var isNetwork: Bool { nodes != nil }

  /// Returns the place of the node `id`; nil if there is none.
  package func place(ofNode id: Int64) -> Place? {
    guard let index = nodes?.index[id], let space = space as? NetworkSpace else { return nil }
    return space.place(ofNode: index)
  }

  /// Returns the network nodes within `area`, in ascending order of index; none on open ground.
  ///
  /// - Complexity: O(n) in the network's nodes.
  package func nodes(in area: Bounds) -> [(id: Int64, point: Coordinates, place: Place)] {
    guard let space = space as? NetworkSpace else { return [] }
    let network = space.network
    return network.nodes.compactMap { node in
      let point = network.coordinates[Int(node)]
      return area.contains(point) ? (network.nodeIDs[Int(node)], point, space.place(ofNode: node)) : nil
    }
  }

  /// Returns the trip end at the node `id`, which was omitted from the network; nil if no such node was omitted.
  package func end(cutOff id: Int64) -> (place: Place, cause: EndCause?)? {
    cutOff[id].map { (Place(position: space.geometry.position(of: $0)), .unreachable) }
  }

  /// Returns the place of a trip end at `coordinates`; if there is none, the point itself and the cause.
  package func end(at coordinates: Coordinates) -> (place: Place, cause: EndCause?) {
    let coordinates = roundsEnds ? rounded(coordinates) : coordinates
    // A torus accepts any coordinates, but only those in its square are meaningful.
    let isOutside = if case .torus = space.geometry { !bounds.contains(coordinates) } else { false }
    if !isOutside, let place = space.place(at: coordinates) { return (place, nil) }
    let point = Place(position: space.geometry.position(of: coordinates))
    return (point, isNetwork ? .offNetwork : .outsideSpace)
  }

  /// Returns the trip between two ends that departs at `time`, with the reason if it is refused, such as a length of
  /// more than `longest` metres.
  package func trip(
    _ origin: Place, _ destination: Place, at time: Milliseconds, longest: Metres?
  ) -> (travel: Travel, cause: EndCause?) {
    let isSamePlace = isNetwork ? origin.node == destination.node : origin == destination
    guard !isSamePlace else { return (.none, .sameEnds) }
    guard let travel = spaces.space(at: time).travel(from: origin, to: destination) else {
      return (.none, .unreachable)
    }
    return (travel, travel.metres > longest ?? .infinity ? .tooLong : nil)
  }

  /// Returns the coordinates as stored: rounded to millimetres, or to 10⁻⁷ degrees; on a torus wrapped into the square.
  package func rounded(_ coordinates: Coordinates) -> Coordinates {
    let steps = space.geometry == .globe ? 1e7 : 1e3
    let x = (coordinates.x * steps).rounded() / steps
    let y = (coordinates.y * steps).rounded() / steps
    guard case .torus = space.geometry else { return Coordinates(x: x, y: y) }
    return space.geometry.coordinates(of: Position(x: x, y: y))
  }
}

/// The nodes of a network by their ids in files, with the bounding rectangle; shared by all runs on a
/// network.
struct NodeNames: Sendable {
  let index: [Int64: NodeIndex]
  let bounds: Bounds

  init(_ network: Network) {
    index = Dictionary(zip(network.nodeIDs, network.nodes), uniquingKeysWith: { first, _ in first })
    var low = Coordinates(x: .infinity, y: .infinity)
    var high = Coordinates(x: -.infinity, y: -.infinity)
    for point in network.coordinates {
      low = Coordinates(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Coordinates(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    bounds = Bounds(low: low, high: high)
  }
}

extension Territory {
  /// Returns a place drawn uniformly over the area of the bounds; nil if that point is not a place.
  package func uniformPlace(_ generator: inout KeyedGenerator) -> Place? {
    space.place(at: uniformPoint(in: bounds, &generator))
  }

  /// Returns a point drawn uniformly over the area of `bounds`.
  package func uniformPoint(in bounds: Bounds, _ generator: inout KeyedGenerator) -> Coordinates {
    let across = generator.uniform()
    let along = generator.uniform()
    let x = bounds.low.x + across * (bounds.high.x - bounds.low.x)
    guard space.geometry == .globe else {
      let y = bounds.low.y + along * (bounds.high.y - bounds.low.y)
      return rounded(Coordinates(x: x, y: y))
    }
    // Equal steps of the sine of latitude bound equal areas of the globe.
    let south = Rounded.sin(bounds.low.y * .pi / 180)
    let north = Rounded.sin(bounds.high.y * .pi / 180)
    let latitude = Rounded.asin(min(1, max(-1, south + along * (north - south)))) * 180 / .pi
    return rounded(Coordinates(x: x, y: latitude))
  }

  /// Returns the place `length` metres from `origin` in the direction `bearing` (degrees clockwise from
  /// north); nil if that point is not a place.
  package func place(_ length: Metres, towards bearing: Double, from origin: Place) -> Place? {
    space.place(at: rounded(point(length, towards: bearing, from: origin.position)))
  }

  /// Returns a place drawn uniformly over the disc of `radius` metres around `centre`; nil if that point is not
  /// a place.
  package func place(
    within radius: Metres, of centre: Coordinates, _ generator: inout KeyedGenerator
  ) -> Place? {
    place(within: radius, of: Place(position: space.geometry.position(of: centre)), &generator)
  }

  /// Returns a place drawn uniformly over the disc of `radius` metres around the place `centre`; nil if that point is
  /// not a place.
  package func place(
    within radius: Metres, of centre: Place, _ generator: inout KeyedGenerator
  ) -> Place? {
    let distance = radius * generator.uniform().squareRoot()
    let bearing = 360 * generator.uniform()
    return place(distance, towards: bearing, from: centre)
  }

  private func point(_ length: Metres, towards bearing: Double, from origin: Position) -> Coordinates {
    let angle = bearing * .pi / 180
    let geometry = space.geometry
    guard geometry == .globe else {
      return geometry.coordinates(
        of: origin + Position(x: length * Rounded.sin(angle), y: length * Rounded.cos(angle)))
    }
    // Along the great circle that leaves the origin in that direction.
    let start = geometry.coordinates(of: origin)
    let (longitude, latitude) = (start.x * .pi / 180, start.y * .pi / 180)
    let arc = length / earthRadius
    let sine =
      Rounded.sin(latitude) * Rounded.cos(arc) + Rounded.cos(latitude) * Rounded.sin(arc) * Rounded.cos(angle)
    let end = Rounded.asin(min(1, max(-1, sine)))
    let turn = Rounded.atan2(
      Rounded.sin(angle) * Rounded.sin(arc) * Rounded.cos(latitude),
      Rounded.cos(arc) - Rounded.sin(latitude) * sine)
    let wrapped = (longitude + turn).remainder(dividingBy: 2 * .pi)
    return Coordinates(x: wrapped * 180 / .pi, y: end * 180 / .pi)
  }
}
