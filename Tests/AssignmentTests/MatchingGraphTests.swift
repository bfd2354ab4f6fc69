import Assignment
import TestSupport
import Testing

/// Matchings of general graphs against all matchings of small ones.
struct MatchingGraphTests {
  @Test(arguments: [nil, Int64(0), 7, 30])
  func `no matching is better, and of equals it has the lower nodes`(left: Int64?) {
    var draws = SplitMix64(seed: 11)
    for size in 0..<1500 {
      let graph = random(
        nodes: size % 8, density: [0.2, 0.5, 1][size % 3], most: [2, 20, 1_000][size / 8 % 3], &draws)
      let found = graph.leastCostMatching(left: left)
      let best = matchings(of: graph, below: left ?? .max).min {
        rank($0, graph, left).lexicographicallyPrecedes(rank($1, graph, left))
      }!
      #expect(rank(found, graph, left) == rank(best, graph, left))
      let nodes = found.flatMap { [graph.firsts[$0], graph.seconds[$0]] }
      #expect(Set(nodes).count == nodes.count && found == found.sorted())
    }
  }

  /// Five on a ring and a tail: a blossom, which no search of a bipartite graph sees.
  @Test
  func `rings of odd length`() {
    var graph = MatchingGraph(nodes: 6)
    for node in Int32(0)..<5 { graph.appendEdge(node, (node + 1) % 5, cost: 1) }
    graph.appendEdge(0, 5, cost: 100)
    #expect(graph.leastCostMatching() == [1, 3, 5])
    #expect(graph.leastCostMatching(left: 50).count == 2)
  }

  /// A graph in which each row meets a column and no two of one side meet is what `PairGraph` decides.
  @Test
  func `two sides cost what their assignment does`() {
    var draws = SplitMix64(seed: 12)
    for left in [nil, Int64(400)] {
      let made = RandomGraph(rows: 300, columns: 250, density: 0.02, most: 1000, &draws)
      var graph = MatchingGraph(nodes: 550)
      for pair in made.graph.pairs { graph.appendEdge(pair.row, 300 + pair.column, cost: pair.cost) }
      let found = graph.leastCostMatching(left: left)
      let assignment = made.graph.leastCostAssignment(left: left)
      func total(_ pairs: Int, _ cost: Int64) -> Int64 { cost + (left ?? 0) * Int64(300 - pairs) }
      #expect(
        total(found.count, found.reduce(0) { $0 + graph.costs[$1] })
          == total(assignment.count, assignment.cost(in: made.graph)))
      if left == nil { #expect(found.count == assignment.count) }
    }
  }

  @Test
  func `the largest costs of many nodes stay apart`() {
    var graph = MatchingGraph(nodes: 1 << 20)
    let last = Int32(graph.nodeCount - 1)
    graph.appendEdge(last, last - 1, cost: 1 << 40)
    graph.appendEdge(last - 1, last - 2, cost: 1 << 40 - 1)
    graph.appendEdge(last - 2, last - 3, cost: 1 << 40)
    graph.appendEdge(0, 1, cost: 1 << 40)
    graph.appendEdge(1, 2, cost: 1 << 40)
    #expect(graph.leastCostMatching() == [0, 2, 3])
    #expect(graph.leastCostMatching(left: 1 << 40) == [1])
  }

  /// What a matching is chosen by, the first number first: lower is better.
  private func rank(_ places: [Int], _ graph: MatchingGraph, _ left: Int64?) -> [Int64] {
    let cost = places.reduce(0) { $0 + graph.costs[$1] }
    let nodes = places.reduce(0) { $0 + Int64(graph.firsts[$1] + graph.seconds[$1]) }
    let count = Int64(places.count)
    return left.map { [cost - $0 * count, -count, nodes] } ?? [-count, cost, nodes]
  }

  private func random(nodes: Int, density: Double, most: Int64, _ draws: inout SplitMix64) -> MatchingGraph {
    var graph = MatchingGraph(nodes: nodes)
    for first in 0..<Int32(nodes) {
      // Both directions of some pairs.
      for second in 0..<Int32(nodes)
      where first != second && Double.random(in: 0..<2, using: &draws) < density {
        graph.appendEdge(first, second, cost: .random(in: 0...most, using: &draws))
      }
    }
    return graph
  }

  /// All matchings by edges that cost less than `left`.
  private func matchings(of graph: MatchingGraph, below left: Int64) -> [[Int]] {
    func complete(_ begun: [Int], from place: Int, _ taken: Set<Int32>) -> [[Int]] {
      guard place < graph.costs.count else { return [begun] }
      let without = complete(begun, from: place + 1, taken)
      let ends = [graph.firsts[place], graph.seconds[place]]
      guard graph.costs[place] < left, taken.isDisjoint(with: ends) else { return without }
      return without + complete(begun + [place], from: place + 1, taken.union(ends))
    }
    return complete([], from: 0, [])
  }
}
