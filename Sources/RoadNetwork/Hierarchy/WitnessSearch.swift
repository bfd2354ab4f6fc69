/// A small search around a node about to be contracted, for ways that make its shortcuts needless.
struct WitnessSearch: ~Copyable {
  private var labels: Labels
  private var heap = DistanceHeap()

  init(nodeCount: Int) { labels = Labels(nodeCount: nodeCount) }

  /// Searches from `root` without passing over `avoided`, until times exceed `bound` or `limit` nodes are
  /// settled.
  mutating func run(
    from root: Int32, avoiding avoided: Int32, bound: Int32, limit: Int, in arcs: borrowing ArcLists
  ) {
    labels.reset()
    heap.removeAll()
    // Looks like a node already reached for nothing, so it is never passed over.
    labels[avoided] = -1
    labels[root] = 0
    heap.push(root, at: 0)
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

  /// Whether the last search found a way to `node` of at most `time` milliseconds.
  func reached(_ node: Int32, within time: Int32) -> Bool { labels[node] <= time }
}
