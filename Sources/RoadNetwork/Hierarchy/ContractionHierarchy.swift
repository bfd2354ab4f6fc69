/// A network prepared for fast exact queries: its nodes ordered by importance, with shortcuts over the less
/// important ones, so that a search from either end only ever climbs.
///
///     let hierarchy = ContractionHierarchy(network)
///     var search = HierarchySearch(hierarchy)      // one for each thread
///     search.milliseconds(from: a, to: b)
///
/// Nodes are renumbered by rank, so that the few important ones that every search meets lie together.
/// R. Geisberger, P. Sanders, D. Schultes, C. Vetter, doi 10.1287/trsc.1110.0401.
public final class ContractionHierarchy: Sendable {
  /// The network that was contracted.
  public let network: Network
  /// The rank of every node: its place in the order of contraction, the most important last.
  let ranks: [Int32]
  /// The node of every rank.
  let nodes: [Int32]
  /// The arcs of every rank that lead to higher ones.
  let upward: Adjacency
  /// The arcs that come down to every rank from higher ones; the node of an arc is its tail's rank.
  let downward: Adjacency
  /// What stands behind every upward arc: the rank of the node a shortcut passes over, or -1 minus a link.
  let upwardMiddles: [Int32]
  /// The same of every downward arc.
  let downwardMiddles: [Int32]

  /// Contracts `network`.
  ///
  /// - Parameter progress: Hears now and then which share is done, 0 … 1.
  /// - Complexity: on road networks some 10 to 40 microseconds a node.
  public init(_ network: Network, progress: (Double) -> Void = { _ in }) {
    self.network = network
    let result = Contraction(network).run(progress)
    nodes = result.order
    var ranks = [Int32](repeating: 0, count: network.nodeCount)
    for (rank, node) in result.order.enumerated() { ranks[Int(node)] = Int32(rank) }
    self.ranks = ranks
    func ranked(_ arcs: [WorkArc]) -> [Arc] {
      arcs.map { Arc(node: ranks[Int($0.node)], milliseconds: $0.milliseconds) }
    }
    func middles(_ arcs: [WorkArc]) -> [Int32] {
      arcs.map { $0.middle < 0 ? $0.middle : ranks[Int($0.middle)] }
    }
    upward = Adjacency(first: result.forwardFirst, arcs: ranked(result.forward))
    downward = Adjacency(first: result.backwardFirst, arcs: ranked(result.backward))
    upwardMiddles = middles(result.forward)
    downwardMiddles = middles(result.backward)
  }

  /// Takes a hierarchy from its parts.
  init(
    network: Network, ranks: [Int32], nodes: [Int32], upward: Adjacency, upwardMiddles: [Int32],
    downward: Adjacency, downwardMiddles: [Int32]
  ) {
    self.network = network
    self.ranks = ranks
    self.nodes = nodes
    self.upward = upward
    self.upwardMiddles = upwardMiddles
    self.downward = downward
    self.downwardMiddles = downwardMiddles
  }

  /// The number of arcs, original and shortcuts, that queries look at.
  public var arcCount: Int { upward.arcs.count + downward.arcs.count }
}
