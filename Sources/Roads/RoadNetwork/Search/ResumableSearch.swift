import Quantities

/// Dijkstra's search from one root, extended only as far as queries require.
///
/// Consecutive queries together cost one search to the farthest node. A new root costs nothing: labels hold
/// the number of the search that wrote them, so old ones need no clearing.
///
///     var search = ResumableSearch(network)
///     search.start(at: pickup, .backward)
///     for driver in drivers { search.milliseconds(of: driver.node) } // driver → pickup
///
/// E. W. Dijkstra, doi 10.1007/BF01386390. Not thread-safe; the network is shared.
public struct ResumableSearch: ~Copyable, Sendable {
  private let network: Network
  private var labels: Labels<NodeIndex>
  private var heap = DistanceHeap<NodeIndex>()
  /// The node where the search started; none before the first start.
  public private(set) var root = NodeIndex.none
  /// The direction of times: from the root (`forward`) or to it (`backward`).
  public private(set) var direction = ArcDirection.forward
  /// The number of nodes settled since the start.
  public private(set) var settledCount = 0

  /// Creates a search over `network`, not yet started.
  public init(_ network: Network) {
    self.network = network
    labels = Labels(nodeCount: network.nodeCount)
  }

  /// Discards the last search and starts one at `root`.
  ///
  /// - Precondition: `root` is a node of the network.
  public mutating func start(at root: NodeIndex, _ direction: ArcDirection) {
    precondition(isNode(root), "the root must be a node of the network")
    self.root = root
    self.direction = direction
    settledCount = 0
    labels.reset()
    heap.removeAll()
    labels[root] = 0
    heap.push(root, at: 0)
  }

  /// Returns the time from the root to `node` (backward: from `node` to the root), milliseconds; nil if no
  /// route is shorter than `Network.horizon`.
  ///
  /// - Precondition: the search has started, and `node` is a node of the network.
  public mutating func milliseconds(of node: NodeIndex) -> Int32? {
    precondition(root >= 0, "start the search before asking")
    precondition(isNode(node), "a node of the network is expected")
    if labels[node] > heap.earliest { extend(until: node) }
    let time = labels[node]
    return time < Network.horizon ? time : nil
  }

  /// Extends the search to every reachable node.
  public mutating func settleAll() {
    precondition(root >= 0, "start the search before extending it")
    extend(until: .none)
  }

  /// Settles nodes, the earliest first, until the time of `target` is final: no later than the frontier, whether or not
  /// `target` is settled. Without a target it continues to the end.
  private mutating func extend(until target: NodeIndex) {
    let adjacency = direction == .forward ? network.outgoing : network.incoming
    adjacency.withUnsafeArcs { arcs in
      while !heap.isEmpty, target < 0 || labels[target] > heap.earliest {
        let (node, time) = heap.pop()
        guard labels[node] == time else { continue }
        settledCount &+= 1
        for arc in arcs[node] {
          let through = time &+ arc.milliseconds
          guard through < labels[arc.end] else { continue }
          labels[arc.end] = through
          heap.push(arc.end, at: through)
        }
      }
    }
  }

  private func isNode(_ node: NodeIndex) -> Bool { node >= 0 && Int(node) < labels.nodeCount }
}

/// Exact times between a root, kept for many queries, and any node.
///
/// Three types conform: `ResumableSearch` on the bare network, `HierarchyRootedSearch`, `LabelRootedSearch`. They
/// return the same times, and differ in preparation, memory and speed.
public protocol RootedSearch: ~Copyable {
  /// Starts a new search at `root`.
  ///
  /// - Parameter direction: `forward` for times from the root, `backward` for times to it.
  /// - Precondition: `root` is a node of the network.
  mutating func start(at root: NodeIndex, _ direction: ArcDirection)

  /// Returns the time from the root to `node` (backward: from `node` to the root), milliseconds; nil if no
  /// route is shorter than `Network.horizon`.
  ///
  /// - Precondition: the search has started, and `node` is a node of the network.
  mutating func milliseconds(of node: NodeIndex) -> Int32?

  /// Returns whether the time of `node` is `milliseconds`; may be cheaper than computing the time.
  ///
  /// - Precondition: as for `milliseconds(of:)`, and no route takes less than `milliseconds`.
  mutating func isReached(_ node: NodeIndex, in milliseconds: Int32) -> Bool

  /// Prefetches the data of `node`, which may be queried next.
  func expect(_ node: NodeIndex)
}

extension RootedSearch where Self: ~Copyable {
  public func expect(_ node: NodeIndex) {}

  public mutating func isReached(_ node: NodeIndex, in milliseconds: Int32) -> Bool {
    self.milliseconds(of: node) == milliseconds
  }
}

extension ResumableSearch: RootedSearch {}
