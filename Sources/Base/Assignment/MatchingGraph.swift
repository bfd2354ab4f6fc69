import CLemon

/// Nodes that can be brought together two by two, each pair at a cost: a general graph, of which a matching takes edges so that no
/// node is in two.
///
///     var graph = MatchingGraph(nodes: 3)
///     graph.appendEdge(0, 1, cost: 3)
///     graph.appendEdge(1, 2, cost: 2)
///     graph.appendEdge(2, 0, cost: 4)
///     graph.leastCostMatching()                 // [1]
public struct MatchingGraph: Sendable {
  public let nodeCount: Int
  /// The ends of the edges; two edges may have the same.
  public private(set) var firsts: [Int32] = []
  public private(set) var seconds: [Int32] = []
  /// The costs of the edges: lower is better.
  public private(set) var costs: [Int64] = []

  /// Creates a graph without edges.
  ///
  /// - Precondition: there are at most 2²⁰ nodes, with which the weights of a matching stay within 128 bits.
  public init(nodes: Int) {
    precondition((0...1 << 20).contains(nodes), "a matching is among at most 2²⁰ nodes")
    nodeCount = nodes
  }

  public var edgeCount: Int { costs.count }

  /// Appends an edge.
  ///
  /// - Precondition: the ends are two nodes; the cost is not negative, nor greater than 2⁴⁰.
  public mutating func appendEdge(_ first: Int32, _ second: Int32, cost: Int64) {
    let nodes = 0..<Int32(nodeCount)
    precondition(nodes.contains(first) && nodes.contains(second) && first != second, "an edge has two ends")
    precondition(cost >= 0 && cost <= 1 << 40, "costs lie between 0 and 2⁴⁰")
    firsts.append(first)
    seconds.append(second)
    costs.append(cost)
  }

  /// The matching of least cost, where two nodes that are left without each other cost `left`; nil to take as many edges as can be,
  /// and of those matchings the cheapest. No edge is taken that costs as much as `left`.
  ///
  /// Of equals it has more edges, and of those the lower sum of its nodes' numbers. By the blossoms of LEMON. Edmonds 1965,
  /// doi:10.6028/jres.069b.013.
  ///
  /// - Returns: the places of the edges that are taken, in ascending order.
  /// - Precondition: `left` is not negative; there is memory for it.
  /// - Complexity: O(nodes · edges · log nodes).
  public func leastCostMatching(left: Int64? = nil) -> [Int] {
    precondition((left ?? 0) >= 0, "to be left without is not better than nothing")
    let places = costs.indices.filter { costs[$0] < left ?? .max }
    var isTaken = [UInt8](repeating: 0, count: places.count)
    let answer = clemon_least_cost_matching(
      Int32(nodeCount), Int32(places.count), places.map { firsts[$0] }, places.map { seconds[$0] },
      places.map { costs[$0] }, left ?? -1, &isTaken)
    precondition(answer == CLEMON_OPTIMAL, "there is memory for the matching")
    return zip(places, isTaken).compactMap { $1 == 1 ? $0 : nil }
  }
}
