import Quantities

/// A contraction hierarchy for fast exact queries: the nodes of a network ordered by importance, with
/// shortcuts over the less important ones, so that searches from both ends only go upwards.
///
///     let hierarchy = ContractionHierarchy(network)
///     var search = HierarchySearch(hierarchy)      // one for each thread
///     search.milliseconds(from: a, to: b)
///
/// Nodes are renumbered by rank, so that the few important ones reached by every search are close in memory.
/// R. Geisberger, P. Sanders, D. Schultes, C. Vetter, doi 10.1287/trsc.1110.0401.
public final class ContractionHierarchy: Sendable {
  /// The network that was contracted.
  public let network: Network
  /// The rank of every node: its position in the contraction order, the most important last.
  let ranks: [Rank]
  /// The node of every rank.
  let nodes: [NodeIndex]
  /// The arcs from every rank to higher ones.
  let upward: Adjacency<Rank>
  /// The arcs to every rank from higher ones; the end of an arc is its tail's rank.
  let downward: Adjacency<Rank>
  /// The middles of the upward arcs.
  let upwardMiddles: [Middle<Rank>]
  /// The middles of the downward arcs.
  let downwardMiddles: [Middle<Rank>]

  /// Contracts `network`.
  ///
  /// - Parameter progress: called from time to time with the share done, 0 … 1.
  /// - Complexity: on road networks about 10 to 40 µs per node.
  public init(_ network: Network, progress: (Double) -> Void = { _ in }) {
    self.network = network
    let result = Contraction(network).run(progress)
    nodes = result.order
    var ranks = [Rank](repeating: 0, count: network.nodeCount)
    for (rank, node) in result.order.enumerated() { ranks[Int(node)] = Rank(rank) }
    self.ranks = ranks
    func ranked(_ arcs: [WorkArc]) -> [Arc<Rank>] {
      arcs.map { Arc(end: ranks[Int($0.node)], milliseconds: $0.milliseconds) }
    }
    func middles(_ arcs: [WorkArc]) -> [Middle<Rank>] {
      arcs.map { arc in
        switch arc.middle.meaning {
        case .link(let link): Middle(link)
        case .shortcut(let node): Middle(over: ranks[Int(node)])
        }
      }
    }
    upward = Adjacency(first: result.forwardFirst, arcs: ranked(result.forward))
    downward = Adjacency(first: result.backwardFirst, arcs: ranked(result.backward))
    upwardMiddles = middles(result.forward)
    downwardMiddles = middles(result.backward)
  }

  /// Creates a hierarchy from its parts.
  init(
    network: Network, ranks: [Rank], nodes: [NodeIndex], upward: Adjacency<Rank>,
    upwardMiddles: [Middle<Rank>],
    downward: Adjacency<Rank>, downwardMiddles: [Middle<Rank>]
  ) {
    self.network = network
    self.ranks = ranks
    self.nodes = nodes
    self.upward = upward
    self.upwardMiddles = upwardMiddles
    self.downward = downward
    self.downwardMiddles = downwardMiddles
  }
}

extension ContractionHierarchy {
  /// Appends the links represented by the arc from rank `tail` to rank `head`.
  ///
  /// A shortcut's middle lies below both its ends, so its two halves are arcs of the middle node.
  ///
  /// - Precondition: the arc exists.
  func unpack(from tail: Rank, to head: Rank, into links: inout [LinkIndex]) {
    var pending = [(tail: tail, head: head)]
    while let arc = pending.popLast() {
      switch middle(of: arc).meaning {
      case .link(let link): links.append(link)
      case .shortcut(let middle):
        pending.append((middle, arc.head))
        pending.append((arc.tail, middle))
      }
    }
  }

  /// Returns the middle of an arc.
  private func middle(of arc: (tail: Rank, head: Rank)) -> Middle<Rank> {
    let isUpward = arc.tail < arc.head
    let side = isUpward ? upward : downward
    let (owner, other) = isUpward ? (arc.tail, arc.head) : (arc.head, arc.tail)
    guard let index = side.index(of: owner, to: other) else {
      preconditionFailure("the halves of a shortcut are arcs of the node it passes over")
    }
    return isUpward ? upwardMiddles[index] : downwardMiddles[index]
  }
}
