public import Quantities
public import RoadNetwork

/// A space of roads: cars follow time-shortest paths over the links of a network, along the links' courses.
///
/// Trip ends snap to the nearest node. Ties between shortest paths are broken by the network, so results do not depend
/// on the routing method.
public final class NetworkSpace: Space {
  public let index: RoutingIndex
  /// The maximum distance from a trip end to its node, metres.
  public let snap: Metres
  private let locator: NodeLocator
  let paths: LinkPaths
  var recent = RecentWays()
  private var kept: KeptRouters
  /// Times from and to the most recently queried ends; nil without labels. A space is used by one thread, and queries
  /// are not re-entrant.
  @exclusivity(unchecked) private var ends: LabelEndsSearch?
  private let spreadGroups = SpreadGroups()
  /// The straight-line bound, created when first requested: most runs need none.
  private lazy var straight = index.straightLineBound
  public private(set) lazy var leastTimes = LeastTimes(index.landmarks)

  /// Creates a space over the network of `index`, with ends snapped to nodes at most `snap` metres away.
  public convenience init(_ index: RoutingIndex, snap: Metres = 500) {
    self.init(index, snap: snap, slices: 1)
  }

  /// Creates one of `slices` spaces of a day, which share the memory for cached routers.
  init(_ index: RoutingIndex, snap: Metres, slices: Int) {
    self.index = index
    self.snap = snap
    locator = index.locator
    paths = LinkPaths(index, courses: index.courses)
    kept = KeptRouters(index, slices: slices)
    ends = index.labels.map { LabelEndsSearch($0) }
  }

  /// Creates the space of another slice of the same day: it has the same places as `other` but different times.
  init(_ index: RoutingIndex, like other: NetworkSpace) {
    self.index = index
    snap = other.snap
    locator = other.locator
    paths = LinkPaths(index, courses: other.paths.courses)
    kept = KeptRouters(index, slices: other.kept.slices)
    ends = index.labels.map { LabelEndsSearch($0) }
  }

  /// Creates a space over `network` without preparation: suitable for a few trips.
  public convenience init(_ network: Network, snap: Metres = 500) {
    self.init(RoutingIndex(network), snap: snap)
  }

  public var network: Network { index.network }

  public var geometry: Geometry { network.geometry }

  /// Returns the place of node `index`.
  public func place(ofNode index: NodeIndex) -> Place { paths.place(ofNode: index) }

  public func place(at coordinates: Coordinates) -> Place? {
    locator.nearest(to: coordinates, within: snap).map(place(ofNode:))
  }

  /// Returns the nodes within `reach` metres of `end` as the crow flies, in ascending order of index; `grid` is
  /// ignored.
  public func meetingPlaces(around end: Place, within reach: Metres, grid: Metres) -> [Place] {
    locator.nodes(around: end.position, within: reach).map(place(ofNode:))
  }

  public func appendDurations(
    of group: PlaceGroup, _ hub: Hub, _ place: Place, to times: inout [Milliseconds]
  ) {
    if let labels = index.labels {
      spreadGroups.appendDurations(of: group, hub, place, labels, to: &times)
      return
    }
    appendDurationsOneByOne(of: group, hub, place, to: &times)
  }

  public func travel(from origin: Place, to destination: Place) -> Travel? {
    guard let way = way(from: origin, to: destination) else { return nil }
    let travel = Travel(duration: way.duration, metres: way.metres)
    recent.keep(way)
    return travel
  }

  public func duration(from origin: Place, to destination: Place, hub: Hub) -> Milliseconds {
    guard origin.node != destination.node else { return .zero }
    let (node, root, direction) =
      hub == .origin
      ? (destination.node, origin.node, ArcDirection.forward)
      : (origin.node, destination.node, ArcDirection.backward)
    let milliseconds =
      ends != nil
      ? ends?.milliseconds(of: node, root: root, direction)
      : kept.milliseconds(of: node, root: root, direction)
    return milliseconds.map { Milliseconds(Int64($0)) } ?? .never
  }

  public func expect(_ place: Place, hub: Hub) {
    ends?.expect(place.node, hub == .origin ? .forward : .backward)
  }

  public var millisecondsPerMetre: Double { straight.millisecondsPerMetre }

  public func boundPoint(of place: Place) -> Position { straight.points[Int(place.node)] }

  public var sweepSize: Int? { network.nodeCount }

  public func sweeper(_ hub: Hub) -> Sweeper { Sweeper(index, hub == .origin ? .forward : .backward) }

  public func appendPath(from origin: Place, to destination: Place, into path: inout [PathPoint]) {
    guard origin.node != destination.node,
      let shortest = paths.path(from: origin.node, to: destination.node)
    else {
      precondition(origin.node == destination.node, "no route leads to where a car was sent")
      path.append(PathPoint(place: destination, travel: .none))
      return
    }
    var travel = Travel.none
    for link in shortest.links {
      paths.appendBends(of: link, after: travel, into: &path)
      travel.duration = travel.duration + Milliseconds(Int64(network.milliseconds(of: link)))
      travel.metres += network.metres[Int(link)]
      path.append(PathPoint(place: place(ofNode: network.head(of: link)), travel: travel))
    }
  }
}

/// A reference to a router, which owns memory and cannot be copied.
final class HubRouter {
  var router: Router
  var lastUse = 0

  init(_ index: RoutingIndex) { router = Router(index) }
}

/// Routers cached for ends that are queried repeatedly: a request's pickup and drop-off, across all its attempts.
private struct KeptRouters {
  private struct Hub: Hashable {
    var node: NodeIndex
    var direction: ArcDirection
  }

  /// The memory limit for the routers of all slices of a day, bytes.
  private static let memoryBudget = 96 << 20

  /// The number of spaces that share the memory.
  let slices: Int
  private let index: RoutingIndex
  private let limit: Int
  private var routers: [HubRouter] = []
  private var hubs: [Hub] = []
  private var routerOfHub: [Hub: Int] = [:]
  private var uses = 0

  init(_ index: RoutingIndex, slices: Int) {
    self.index = index
    self.slices = slices
    let bytes = Self.memoryBudget / slices
    limit = max(8, min(512, bytes / (24 * max(1, index.network.nodeCount))))
  }

  /// Returns the time between `root` and `node`, from the router at `root`: an existing one, a new one, or the least
  /// recently used one restarted there.
  mutating func milliseconds(of node: NodeIndex, root: NodeIndex, _ direction: ArcDirection) -> Int32? {
    let hub = Hub(node: root, direction: direction)
    uses += 1
    var number = routers.count
    if let known = routerOfHub[hub] {
      number = known
    } else {
      if number < limit {
        routers.append(HubRouter(index))
        hubs.append(hub)
      } else {
        number = routers.indices.min { routers[$0].lastUse < routers[$1].lastUse } ?? 0
        routerOfHub[hubs[number]] = nil
        hubs[number] = hub
      }
      routerOfHub[hub] = number
      routers[number].router.start(at: root, direction)
    }
    routers[number].lastUse = uses
    return routers[number].router.milliseconds(of: node)
  }
}

extension NetworkSpace {
  public func way(from origin: Place, to destination: Place) -> Way? {
    guard origin.node != destination.node else { return Way(from: origin, to: destination, travel: .none) }
    if let way = recent.way(from: origin.node, to: destination.node) { return way }
    guard let way = newWay(from: origin, to: destination) else { return nil }
    recent.append(way)
    return way
  }

  private func newWay(from origin: Place, to destination: Place) -> Way? {
    if let labels = index.labels {
      guard let time = labels.milliseconds(from: origin.node, to: destination.node) else { return nil }
      return Way(from: origin, to: destination, duration: Milliseconds(Int64(time)), links: [], in: paths)
    }
    // Without labels a query is expensive, and the path costs little more.
    guard let path = paths.path(from: origin.node, to: destination.node) else { return nil }
    return Way(
      from: origin, to: destination, duration: Milliseconds(Int64(path.milliseconds)), links: path.links,
      in: paths)
  }
}
