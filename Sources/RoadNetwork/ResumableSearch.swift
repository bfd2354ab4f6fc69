/// Dijkstra's search from one root, extended only as far as the nodes asked about.
///
/// Asked about many nodes in turn, it does together the work of one search to the farthest of them. A new
/// root costs nothing: labels carry the number of the search that wrote them, so old ones need no clearing.
///
///     var search = ResumableSearch(network)
///     search.start(at: pickup, .backward)
///     for driver in drivers { search.milliseconds(of: driver.node) } // driver → pickup
///
/// E. W. Dijkstra, doi 10.1007/BF01386390. The search belongs to one thread; the network is shared.
public struct ResumableSearch: Sendable {
  /// A tentative time and the search it belongs to.
  private struct Label: Sendable {
    var milliseconds: Int32
    var search: UInt32
  }

  private let network: Network
  private var labels: [Label]
  private var heap = DistanceHeap()
  private var search: UInt32 = 0
  /// The node the search started at; -1 before the first start.
  public private(set) var root: Int32 = -1
  /// Whether times are from the root (`forward`) or to it (`backward`).
  public private(set) var direction = Direction.forward
  /// The number of nodes whose links were relaxed since the start.
  public private(set) var settledCount = 0

  /// Creates a search over `network` that has not started.
  public init(_ network: Network) {
    self.network = network
    labels = Array(repeating: Label(milliseconds: 0, search: 0), count: network.nodeCount)
  }

  /// Forgets the last search and starts one at `root`.
  ///
  /// - Precondition: `root` is a node of the network.
  public mutating func start(at root: Int32, _ direction: Direction) {
    precondition(labels.indices.contains(Int(root)), "the root must be a node of the network")
    self.root = root
    self.direction = direction
    settledCount = 0
    if search == .max { forgetAllSearches() }
    search += 1
    heap.removeAll()
    labels[Int(root)] = Label(milliseconds: 0, search: search)
    heap.push(root, at: 0)
  }

  /// The time from the root to `node` (backward: from `node` to the root); nil where no route of less than
  /// `Network.horizon` leads there.
  ///
  /// - Precondition: the search has started.
  public mutating func milliseconds(of node: Int32) -> Int32? {
    precondition(search > 0, "start the search before asking")
    // A label that is no later than the frontier can no longer fall, settled or not.
    while true {
      if let label = label(of: node), label <= heap.earliest { return label }
      guard !heap.isEmpty else { return nil }
      settleNext()
    }
  }

  /// Extends the search to every node that has a route.
  public mutating func settleAll() {
    while !heap.isEmpty { settleNext() }
  }

  /// The time that `node` has now: final if no later than the frontier, else an upper bound; nil if unseen.
  func label(of node: Int32) -> Int32? {
    let label = labels[Int(node)]
    return label.search == search ? label.milliseconds : nil
  }

  /// Takes the earliest node from the frontier and relaxes its links.
  private mutating func settleNext() {
    let (node, time) = heap.pop()
    guard labels[Int(node)].milliseconds == time else { return }
    settledCount += 1
    let search = search
    let adjacency = direction == .forward ? network.outgoing : network.incoming
    for index in adjacency.range(of: node) {
      let arc = adjacency.arcs[index]
      let through = time + arc.milliseconds
      let label = labels[Int(arc.node)]
      let bound = label.search == search ? label.milliseconds : Network.horizon
      guard through < bound else { continue }
      labels[Int(arc.node)] = Label(milliseconds: through, search: search)
      heap.push(arc.node, at: through)
    }
  }

  private mutating func forgetAllSearches() {
    for node in labels.indices { labels[node].search = 0 }
    search = 0
  }
}
