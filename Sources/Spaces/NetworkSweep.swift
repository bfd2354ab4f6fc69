import Quantities
import RoadNetwork

/// The times from or to all nodes of a network, by whatever its index prepared: a hierarchy, or else Dijkstra's
/// search, so that what is counted of a search over all drivers does not depend on the method either.
final class NetworkSweep {
  private let network: Network
  private let direction: Direction
  private let selection: TargetSelection?
  private var sweep: SweepSearch?
  private var plain: ResumableSearch?
  private var times: [Int32] = []

  init(_ index: RoutingIndex, _ direction: Direction) {
    network = index.network
    self.direction = direction
    selection = index.hierarchy.map { TargetSelection($0, targets: Array(index.network.nodes), direction) }
    if let selection { sweep = SweepSearch(selection) } else { plain = ResumableSearch(index.network) }
  }

  /// Where `withTimes(around:_:)` puts the time of `node`.
  func place(ofNode node: NodeIndex) -> SweepPlace {
    selection?.place(ofTarget: Int(node)) ?? SweepPlace(Int(node))
  }

  /// Calls `body` with the times between the nearest of `roots` and all nodes, valid in the call only.
  func withTimes(around roots: [NodeIndex], _ body: (UnsafeBufferPointer<Int32>) -> Void) {
    if sweep != nil {
      sweep?.withTimes(from: roots, body)
      return
    }
    times.removeAll(keepingCapacity: true)
    times.append(contentsOf: repeatElement(Network.horizon, count: network.nodeCount))
    for root in roots {
      plain?.start(at: root, direction)
      plain?.settleAll()
      for node in network.nodes {
        times[Int(node)] = min(times[Int(node)], (plain?.milliseconds(of: node) ?? nil) ?? Network.horizon)
      }
    }
    times.withUnsafeBufferPointer(body)
  }
}
