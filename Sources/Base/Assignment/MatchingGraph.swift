import CLemon

/// A general graph with a cost for each edge. A matching is a set of edges in which no two share a node.
///
///     var graph = MatchingGraph(nodes: 3)
///     graph.appendEdge(0, 1, cost: 3)
///     graph.appendEdge(1, 2, cost: 2)
///     graph.appendEdge(2, 0, cost: 4)
///     graph.leastCostMatching()                 // [1]
public struct MatchingGraph: Sendable {
  public let nodeCount: Int
  /// The first endpoint of each edge; several edges may join the same two nodes.
  public private(set) var firsts: [Int32] = []
  public private(set) var seconds: [Int32] = []
  /// The costs of the edges: lower is better.
  public private(set) var costs: [Int64] = []

  /// Creates a graph without edges.
  ///
  /// - Precondition: at most 2²⁰ nodes, so that the weight of a matching fits in 128 bits.
  public init(nodes: Int) {
    precondition((0...1 << 20).contains(nodes), "a matching is among at most 2²⁰ nodes")
    nodeCount = nodes
  }

  /// Appends an edge.
  ///
  /// - Precondition: the endpoints are distinct nodes, and the cost is in 0 ... 2⁴⁰.
  public mutating func appendEdge(_ first: Int32, _ second: Int32, cost: Int64) {
    let nodes = 0..<Int32(nodeCount)
    precondition(nodes.contains(first) && nodes.contains(second) && first != second, "an edge has two ends")
    precondition(cost >= 0 && cost <= 1 << 40, "costs lie between 0 and 2⁴⁰")
    firsts.append(first)
    seconds.append(second)
    costs.append(cost)
  }

  /// Returns a matching of minimum total cost, in which each pair of unmatched nodes costs `left`: no edge costing
  /// `left` or more is chosen. If `left` is nil, returns the cheapest of the matchings with the most edges.
  ///
  /// Among matchings of equal cost, the one with more edges is preferred, then the one with the lower sum of matched
  /// node numbers. Uses LEMON's blossom algorithm. Edmonds 1965, doi:10.6028/jres.069b.013.
  ///
  /// - Returns: the indices of the chosen edges, in ascending order.
  /// - Precondition: `left` is not negative; there is enough memory.
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

/// A partition of the numbers `0..<count` into disjoint sets: union–find with path halving, each set represented by its
/// smallest number.
///
///     var sets = DisjointSets(count: 4)
///     sets.join(3, 1)
///     sets.root(of: 3)       // 1
@frozen
public struct DisjointSets: Sendable {
  @usableFromInline var parents: [Int32]

  /// Creates `count` sets, each with a single number.
  @inlinable
  public init(count: Int) { parents = Array(0..<Int32(count)) }

  /// Returns the smallest number in the set that contains `number`.
  ///
  /// - Complexity: O(log count) amortised.
  @inlinable
  public mutating func root(of number: Int) -> Int {
    var number = number
    while Int(parents[number]) != number {
      parents[number] = parents[Int(parents[number])]
      number = Int(parents[number])
    }
    return number
  }

  /// Merges the sets that contain `a` and `b`.
  @inlinable
  public mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(of: a), root(of: b))
    if a != b { parents[max(a, b)] = Int32(min(a, b)) }
  }
}
