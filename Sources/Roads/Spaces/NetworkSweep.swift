import Quantities
import RoadNetwork

/// The times from or to all nodes of a network, by whatever its index prepared: a hierarchy, or else Dijkstra's
/// search, so that what is counted of a search over all drivers does not depend on the method either.
final class NetworkSweep {
  private let network: Network
  private let direction: ArcDirection
  private let selection: TargetSelection?
  private var sweep: SweepSearch?
  private var plain: ResumableSearch?
  private var times: [Int32] = []

  init(_ index: RoutingIndex, _ direction: ArcDirection) {
    network = index.network
    self.direction = direction
    selection = index.hierarchy.map { TargetSelection($0, targets: Array(index.network.nodes), direction) }
    if let selection { sweep = SweepSearch(selection) } else { plain = ResumableSearch(index.network) }
  }

  /// The place at which `withTimes(around:_:)` puts the time of `node`.
  func place(ofNode node: NodeIndex) -> SweepPlace {
    selection?.place(ofTarget: Int(node)) ?? SweepPlace(Int(node))
  }

  /// Calls `body` with the least times between a root, its delay included, and all nodes, valid in the call only.
  func withTimes(
    around roots: [(node: NodeIndex, delay: Int32)], _ body: (UnsafeBufferPointer<Int32>) -> Void
  ) {
    if sweep != nil {
      sweep?.withTimes(from: roots, body)
      return
    }
    times.removeAll(keepingCapacity: true)
    times.append(contentsOf: repeatElement(Network.horizon, count: network.nodeCount))
    for root in roots {
      plain?.start(at: root.node, direction)
      plain?.settleAll()
      for node in network.nodes {
        guard let time = plain?.milliseconds(of: node) ?? nil else { continue }
        times[Int(node)] = min(times[Int(node)], time &+ root.delay)
      }
    }
    times.withUnsafeBufferPointer(body)
  }
}
