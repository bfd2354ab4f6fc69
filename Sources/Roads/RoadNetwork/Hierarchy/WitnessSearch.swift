/// A local search around a node to be contracted, for witness paths that make its shortcuts unnecessary.
struct WitnessSearch: ~Copyable {
  private var labels: Labels<NodeIndex>
  private var heap = DistanceHeap<NodeIndex>()

  init(nodeCount: Int) { labels = Labels(nodeCount: nodeCount) }

  /// Searches for witnesses around `node` from the tail of `entry` to the heads of `exits`, until all
  /// remaining paths are slower than the slowest one over `node`, or `limit` nodes are settled.
  mutating func run(
    around node: NodeIndex, from entry: WorkArc, to exits: UnsafeMutableBufferPointer<WorkArc>, limit: Int,
    in arcs: borrowing ArcLists
  ) {
    labels.reset()
    heap.removeAll()
    var bound: Int32 = 0
    // Heads start a millisecond slower than over the node, so that only a witness improves them: a slower
    // path through one of them is never better than the shortcut to it.
    for exit in exits where exit.node != entry.node {
      let over = min(entry.milliseconds &+ exit.milliseconds, Network.horizon - 1)
      labels[exit.node] = over &+ 1
      bound = max(bound, over)
    }
    // Marked as reached at no cost, so that no path uses it.
    labels[node] = -1
    labels[entry.node] = 0
    heap.push(entry.node, at: 0)
    var budget = limit
    while budget > 0, heap.earliest < bound {
      let (node, time) = heap.pop()
      guard labels[node] == time else { continue }
      budget -= 1
      for arc in arcs[node] {
        let through = time &+ arc.milliseconds
        guard through <= bound, through < labels[arc.node] else { continue }
        labels[arc.node] = through
        heap.push(arc.node, at: through)
      }
    }
  }

  /// Returns whether the last search found a path to `node` of at most `time` milliseconds.
  func reached(_ node: NodeIndex, within time: Int32) -> Bool { labels[node] <= time }
}
