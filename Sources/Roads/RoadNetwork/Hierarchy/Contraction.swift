import Quantities

/// The node-by-node contraction of a network into a `ContractionHierarchy`.
///
/// Contracting a node removes it and adds a shortcut between two of its neighbours wherever the path over the
/// node may be the only shortest one. The next node is one that adds few shortcuts for the arcs removed and
/// has few contracted nodes below it, so that the hierarchy stays flat. R. Geisberger, P. Sanders, D.
/// Schultes, C. Vetter, doi 10.1287/trsc.1110.0401.
struct Contraction: ~Copyable {
  /// The maximum number of nodes settled by a witness search that only estimates a node's importance: a rough estimate
  /// orders the nodes just as well, and four out of five searches are for estimates.
  private static let guessLimit = 20
  /// The maximum number of nodes settled by the witness search made before a shortcut is added.
  private static let witnessLimit = 200
  /// The approximate share of the total time spent on the initial importances.
  private static let guessShare = 0.05
  /// The mask of the node counts at which progress is reported: once every 256 nodes.
  private static let reportMask = 0xFF

  private let nodeCount: Int
  private var outgoing: ArcLists
  private var incoming: ArcLists
  private var levels: [Int32]
  private var witness: WitnessSearch
  private var shortcuts: [Shortcut] = []
  private(set) var result = Result()

  /// A shortcut required by a contraction.
  private struct Shortcut {
    var tail: NodeIndex
    var head: NodeIndex
    var milliseconds: Int32
    var hops: Int32
  }

  /// The nodes in contraction order, and the arcs of each node at the time of its contraction.
  struct Result {
    var order: [NodeIndex] = []
    var forwardFirst: [Int32] = [0]
    var forward: [WorkArc] = []
    var backwardFirst: [Int32] = [0]
    var backward: [WorkArc] = []
  }

  /// Prepares the contraction of `network`; only the fastest of parallel links is used, or the first in case of a tie.
  init(_ network: Network) {
    nodeCount = network.nodeCount
    levels = Array(repeating: 0, count: nodeCount)
    witness = WitnessSearch(nodeCount: nodeCount)
    outgoing = ArcLists(nodeCount: nodeCount, arcCount: network.linkCount)
    incoming = ArcLists(nodeCount: nodeCount, arcCount: network.linkCount)
    for link in network.links {
      let arc = network.outgoing.arcs[Int(link)]
      add(network.tails[Int(link)], arc.end, arc.milliseconds, middle: Middle(link), hops: 1)
    }
  }

  /// Contracts every node; `progress` is called with the share of the work done, 0 … 1.
  consuming func run(_ progress: (Double) -> Void = { _ in }) -> Result {
    var queue = DistanceHeap<NodeIndex>()
    var importances = [Int32](repeating: 0, count: nodeCount)
    for node in 0..<NodeIndex(nodeCount) {
      if Int(node) & Self.reportMask == 0 {
        progress(Self.guessShare * Double(Int(node)) / Double(nodeCount))
      }
      importances[Int(node)] = importance(of: node)
      queue.push(node, at: importances[Int(node)])
    }
    var neighbours: [NodeIndex] = []
    while !queue.isEmpty {
      let (node, stated) = queue.pop()
      // A stale entry: the node was contracted, or its importance has changed.
      guard importances[Int(node)] == stated else { continue }
      let now = importance(of: node)
      if now > stated, now > queue.earliest {
        importances[Int(node)] = now
        queue.push(node, at: now)
        continue
      }
      if result.order.count & Self.reportMask == 0 { progress(shareDone) }
      importances[Int(node)] = -1
      neighbours.removeAll(keepingCapacity: true)
      for arc in outgoing[node] { neighbours.append(arc.node) }
      for arc in incoming[node] where !neighbours.contains(arc.node) { neighbours.append(arc.node) }
      if !shortcuts.isEmpty { findShortcuts(over: node, limit: Self.witnessLimit) }
      contract(node)
      for neighbour in neighbours {
        let now = importance(of: neighbour)
        guard now != importances[Int(neighbour)] else { continue }
        importances[Int(neighbour)] = now
        queue.push(neighbour, at: now)
      }
    }
    return result
  }

  /// The approximate share of the total time that has elapsed, including the initial importances.
  ///
  /// The last nodes, with the most neighbours, take longest: on road networks the remaining time is roughly
  /// proportional to the cube root of the number of remaining nodes.
  private var shareDone: Double {
    let left = 1 - Double(result.order.count) / Double(nodeCount)
    return 1 - (1 - Self.guessShare) * Rounded.cbrt(left)
  }

  /// Returns the importance of `node`: its level, plus the ratios of added to removed arcs and of the links they
  /// represent. The least important node is contracted first. Stores its possible shortcuts in `shortcuts`.
  private mutating func importance(of node: NodeIndex) -> Int32 {
    findShortcuts(over: node, limit: Self.guessLimit)
    var removedHops: Int32 = 1
    var addedHops: Int32 = 1
    for arc in outgoing[node] { removedHops += arc.hops }
    for arc in incoming[node] { removedHops += arc.hops }
    for shortcut in shortcuts { addedHops += shortcut.hops }
    let removed = Int32(1 + outgoing[node].count + incoming[node].count)
    let added = Int32(1 + shortcuts.count)
    return 1000 * levels[Int(node)] + 1000 * added / removed
      + Int32(1000 * Int64(addedHops) / Int64(removedHops))
  }

  /// Collects a shortcut for each pair of neighbours without a witness.
  private mutating func findShortcuts(over node: NodeIndex, limit: Int) {
    shortcuts.removeAll(keepingCapacity: true)
    let heads = outgoing[node]
    for entry in incoming[node] {
      witness.run(around: node, from: entry, to: heads, limit: limit, in: outgoing)
      for exit in heads where exit.node != entry.node {
        let over = entry.milliseconds + exit.milliseconds
        guard over < Network.horizon, !witness.reached(exit.node, within: over) else { continue }
        shortcuts.append(
          Shortcut(
            tail: entry.node, head: exit.node, milliseconds: over, hops: entry.hops + exit.hops))
      }
    }
  }

  /// Removes `node`, to which the current `shortcuts` belong, and records its arcs.
  private mutating func contract(_ node: NodeIndex) {
    let level = levels[Int(node)] + 1
    for arc in outgoing[node] {
      result.forward.append(arc)
      incoming.removeArc(of: arc.node, to: node)
      levels[Int(arc.node)] = max(levels[Int(arc.node)], level)
    }
    for arc in incoming[node] {
      result.backward.append(arc)
      outgoing.removeArc(of: arc.node, to: node)
      levels[Int(arc.node)] = max(levels[Int(arc.node)], level)
    }
    outgoing.removeAll(of: node)
    incoming.removeAll(of: node)
    result.order.append(node)
    result.forwardFirst.append(Int32(result.forward.count))
    result.backwardFirst.append(Int32(result.backward.count))
    for shortcut in shortcuts {
      add(
        shortcut.tail, shortcut.head, shortcut.milliseconds, middle: Middle(over: node), hops: shortcut.hops)
    }
  }

  private mutating func add(
    _ tail: NodeIndex, _ head: NodeIndex, _ milliseconds: Int32, middle: Middle<NodeIndex>, hops: Int32
  ) {
    var arc = WorkArc(node: head, milliseconds: milliseconds, middle: middle, hops: hops)
    guard outgoing.improve(arc, of: tail) else { return }
    arc.node = tail
    _ = incoming.improve(arc, of: head)
  }
}

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
