public import Quantities
public import RoadNetwork

/// A space of roads: cars follow time-shortest paths over the links of a network.
///
/// Ends snap to the nearest node. Among several shortest paths the one taken is a property of the network.
/// The searches that answer are kept for the ends that are asked about again and again.
public final class NetworkSpace: Space {
  public let network: Network
  /// How far an end may lie from its node, metres.
  public let snap: Metres
  private let locator: NodeLocator
  private var finder: PathFinder
  private var searches: [KeptSearch] = []
  private var lastUse: [Int] = []
  private var searchOfHub: [HubKey: Int] = [:]
  private var uses = 0
  private let searchLimit: Int

  /// A search that is reached through a reference: searches own memory and are not copied.
  private final class KeptSearch {
    var search: ResumableSearch
    init(_ network: Network) { search = ResumableSearch(network) }
  }

  private struct HubKey: Hashable {
    var node: Int32
    var direction: Direction
  }

  /// What the kept searches may take, bytes.
  private static let memoryBudget = 96 << 20

  /// Creates a space over `network` where ends snap to nodes at most `snap` metres away.
  public init(_ network: Network, snap: Metres = 500) {
    self.network = network
    self.snap = snap
    locator = NodeLocator(network)
    finder = PathFinder(network)
    searchLimit = max(8, min(512, Self.memoryBudget / (24 * max(1, network.nodeCount))))
  }

  public var geometry: Geometry { network.geometry }

  /// The place of node `index`.
  public func place(ofNode index: Int32) -> Place {
    Place(position: network.positions[Int(index)], node: index)
  }

  public func place(at coordinates: Coordinates) -> Place? {
    locator.nearest(to: coordinates, within: snap).map(place(ofNode:))
  }

  public func travel(from origin: Place, to destination: Place) -> Travel? {
    guard origin.node != destination.node else { return Travel.none }
    guard let path = finder.path(from: origin.node, to: destination.node) else { return nil }
    return Travel(duration: Milliseconds(Int64(path.milliseconds)), metres: path.metres)
  }

  public func duration(from origin: Place, to destination: Place, hub: Hub) -> Milliseconds {
    guard origin.node != destination.node else { return .zero }
    let key =
      hub == .origin
      ? HubKey(node: origin.node, direction: .forward) : HubKey(node: destination.node, direction: .backward)
    let other = hub == .origin ? destination.node : origin.node
    let search = search(from: key)
    return searches[search].search.milliseconds(of: other).map { Milliseconds(Int64($0)) } ?? .never
  }

  public func appendPath(from origin: Place, to destination: Place, into path: inout [PathPoint]) {
    guard origin.node != destination.node,
      let shortest = finder.path(from: origin.node, to: destination.node)
    else {
      precondition(origin.node == destination.node, "no route leads to where a car was sent")
      path.append(PathPoint(place: destination, travel: .none))
      return
    }
    var travel = Travel.none
    for link in shortest.links {
      travel.duration = travel.duration + Milliseconds(Int64(network.milliseconds(of: link)))
      travel.metres += network.metres[Int(link)]
      path.append(PathPoint(place: place(ofNode: network.head(of: link)), travel: travel))
    }
  }

  /// The search that is rooted at `key`: one that is kept, a new one, or the one unused for longest.
  private func search(from key: HubKey) -> Int {
    uses += 1
    if let index = searchOfHub[key] {
      lastUse[index] = uses
      return index
    }
    var index = searches.count
    if index < searchLimit {
      searches.append(KeptSearch(network))
      lastUse.append(uses)
    } else {
      index = lastUse.indices.min { lastUse[$0] < lastUse[$1] } ?? 0
      searchOfHub[HubKey(node: searches[index].search.root, direction: searches[index].search.direction)] = nil
      lastUse[index] = uses
    }
    searches[index].search.start(at: key.node, key.direction)
    searchOfHub[key] = index
    return index
  }
}
