import Assignment
import TestSupport
import Testing

/// Assignments of least cost, against all assignments of small graphs and by the dual of large ones.
struct LeastCostTests {
  @Test
  func `no assignment has more pairs, or as many at less cost`() {
    var draws = SplitMix64(seed: 1)
    for size in 0..<3000 {
      let made = RandomGraph(
        rows: size % 6, columns: size / 6 % 6, density: [0.2, 0.5, 1][size % 3],
        most: size % 2 == 0 ? 3 : 1000, &draws)
      let found = made.graph.leastCostAssignment()
      let best = made.assignments.map { (pairs: $0.count { $0 >= 0 }, cost: made.cost($0)) }
        .min { ($1.pairs, $0.cost) < ($0.pairs, $1.cost) }!
      #expect(found.count == best.pairs && found.cost(in: made.graph) == best.cost)
      expectAssignment(found, in: made.graph)
    }
  }

  @Test
  func `no assignment costs less where being left has a cost`() {
    var draws = SplitMix64(seed: 2)
    for size in 0..<3000 {
      let made = RandomGraph(
        rows: size % 6, columns: size / 6 % 6, density: [0.3, 0.6, 1][size % 3], most: 20, &draws)
      let left = Int64(size % 25)
      func cost(_ pairs: [Int32]) -> Int64 { made.cost(pairs) + left * Int64(pairs.count { $0 < 0 }) }
      let found = made.graph.leastCostAssignment(left: left)
      #expect(cost(found.pairs) == made.assignments.map(cost).min())
      expectAssignment(found, in: made.graph)
    }
  }

  /// Prices of the columns p ≥ 0 prove it: every row has what is best for it at those prices, and only what is taken has a
  /// price; then Σ rows min(left, min over pairs of cost + price) − Σ prices is what the assignment costs.
  @Test(arguments: [Int64(0), 300, 100_000])
  func `prices prove large ones`(left: Int64) {
    var draws = SplitMix64(seed: 3)
    let made = RandomGraph(rows: 1500, columns: 1200, density: 0.004, most: 1000, &draws)
    let found = made.graph.leastCost(left: left)
    expectAssignment(found.assignment, in: made.graph)
    #expect(found.prices.allSatisfy { $0 >= 0 })
    var dual: Int64 = -found.prices.reduce(0, +)
    for row in 0..<made.graph.rowCount {
      let offers = made.graph.pairs(ofRow: row).map { place in
        made.graph.pairs[place].cost + found.prices[Int(made.graph.pairs[place].column)]
      }
      dual += min(left, offers.min() ?? left)
    }
    let cost =
      found.assignment.cost(in: made.graph) + left * Int64(made.graph.rowCount - found.assignment.count)
    #expect(cost == dual)
  }

  @Test
  func `equals go to the first`() {
    var graph = PairGraph(columns: 2)
    graph.appendRow([(column: 1, cost: 5), (column: 0, cost: 5)])
    #expect(graph.leastCostAssignment().columns == [1])
  }

  private func expectAssignment(_ assignment: PairAssignment, in graph: PairGraph) {
    let columns = assignment.columns.filter { $0 >= 0 }
    #expect(Set(columns).count == columns.count)
    for (row, place) in assignment.pairs.enumerated() {
      #expect(place < 0 ? assignment.columns[row] < 0 : Int(graph.pairs[Int(place)].row) == row)
      if place >= 0 { #expect(graph.pairs[Int(place)].column == assignment.columns[row]) }
    }
  }
}
