import Glibc
import Quantities

/// The contraction of a network, node after node: what makes a `ContractionHierarchy`.
///
/// Contracting a node removes it and adds a shortcut between two of its neighbours wherever the way over it
/// may be the only shortest one. The next node is one that adds few shortcuts for the arcs it removes and has
/// not many contracted nodes below it, so that the hierarchy stays flat.
/// R. Geisberger, P. Sanders, D. Schultes, C. Vetter, doi 10.1287/trsc.1110.0401.
struct Contraction: ~Copyable {
  /// The number of nodes that a search for a way around a node may settle when its importance is guessed: a rough guess
  /// orders as well, and four of five searches are guesses.
  private static let guessLimit = 20
  /// The number that it may settle before it gives up and a shortcut is really added.
  private static let witnessLimit = 200
  /// About the share of the time that the first guess of all importances takes.
  private static let guessShare = 0.05
  /// Progress is told once in 256 nodes.
  private static let reportMask = 0xFF

  private let nodeCount: Int
  private var outgoing: ArcLists
  private var incoming: ArcLists
  private var levels: [Int32]
  private var witness: WitnessSearch
  private var shortcuts: [Shortcut] = []
  private(set) var result = Result()

  /// A shortcut that a contraction would add.
  private struct Shortcut {
    var tail: NodeIndex
    var head: NodeIndex
    var milliseconds: Int32
    var hops: Int32
  }

  /// The nodes in the order of contraction, and the arcs that each had when its turn came.
  struct Result {
    var order: [NodeIndex] = []
    var forwardFirst: [Int32] = [0]
    var forward: [WorkArc] = []
    var backwardFirst: [Int32] = [0]
    var backward: [WorkArc] = []
  }

  /// Prepares the contraction of `network`; of parallel links the fastest (then the first) takes part.
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

  /// Contracts every node; `progress` hears now and then which share of the work is done, 0 … 1.
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
      // A stale entry: the node was contracted or has moved.
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

  /// About the share of the time that is behind once all importances were guessed.
  ///
  /// The last nodes, with the most neighbours, take longest: on road networks the time left goes about with the
  /// cube root of the number of nodes left.
  private var shareDone: Double {
    let left = 1 - Double(result.order.count) / Double(nodeCount)
    return 1 - (1 - Self.guessShare) * cbrt(left)
  }

  /// The importance of `node`, by which the least is contracted first: its level, and what its contraction adds for
  /// what it removes, in arcs and in links that the arcs stand for. Leaves the shortcuts it may need in `shortcuts`.
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

  /// Lists the pairs of neighbours whose way over `node` no other way was found to match.
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

  /// Removes `node`, whose shortcuts were found last, and records its arcs.
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
