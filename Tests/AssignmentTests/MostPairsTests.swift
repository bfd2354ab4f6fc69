import Assignment
import TestSupport
import Testing

/// As many pairs as can be, against all choices of small graphs and by the covers of large ones.
struct MostPairsTests {
  @Test
  func `there are as many as by trying all, and a cover proves it`() {
    var draws = SplitMix64(seed: 1)
    for size in 0..<2000 {
      let made = RandomGraph(
        rows: size % 5, columns: size / 5 % 6, density: [0.2, 0.5, 1][size % 3], most: 1, &draws)
      let capacities = (0..<made.graph.rowCount).map { _ in Int32.random(in: 0...3, using: &draws) }
      let found = made.graph.mostPairs(capacities: capacities)
      #expect(found.places.count == most(made.graph, capacities))
      expectProof(found, made.graph, capacities)
    }
  }

  @Test(arguments: [0.0005, 0.002, 0.02])
  func `a cover proves large ones`(density: Double) {
    var draws = SplitMix64(seed: 2)
    let made = RandomGraph(rows: 1000, columns: 2000, density: density, most: 1, &draws)
    let capacities = (0..<1000).map { _ in Int32.random(in: 0...4, using: &draws) }
    let found = made.graph.mostPairs(capacities: capacities)
    #expect(found.places.count > 300)
    expectProof(found, made.graph, capacities)
  }

  @Test
  func `one for each row is what the assignment of least cost has`() {
    var draws = SplitMix64(seed: 3)
    let made = RandomGraph(rows: 400, columns: 300, density: 0.005, most: 100, &draws)
    let found = made.graph.mostPairs(capacities: Array(repeating: 1, count: 400))
    #expect(found.places.count == made.graph.leastCostAssignment().count)
  }

  /// Every pair has its row or its column in the cover, and what those can have is what is taken.
  private func expectProof(_ found: PairGraph.MostPairs, _ graph: PairGraph, _ capacities: [Int32]) {
    let pairs = found.places.map { graph.pairs[Int($0)] }
    #expect(Set(pairs.map(\.column)).count == pairs.count)
    for (row, group) in Dictionary(grouping: pairs, by: \.row) {
      #expect(group.count <= capacities[Int(row)])
    }
    #expect(graph.pairs.allSatisfy { found.rowsInCover[Int($0.row)] || found.columnsInCover[Int($0.column)] })
    let rows = capacities.indices.filter { found.rowsInCover[$0] }.reduce(0) { $0 + Int(capacities[$1]) }
    #expect(rows + found.columnsInCover.count { $0 } == pairs.count)
  }

  /// By columns, each of which has a row with room, or none.
  private func most(_ graph: PairGraph, _ capacities: [Int32]) -> Int {
    var states: [[Int32]: Int] = [capacities: 0]
    for column in 0..<Int32(graph.columnCount) {
      var next = states
      for (room, count) in states {
        for pair in graph.pairs where pair.column == column && room[Int(pair.row)] > 0 {
          var less = room
          less[Int(pair.row)] -= 1
          next[less] = max(next[less] ?? 0, count + 1)
        }
      }
      states = next
    }
    return states.values.max() ?? 0
  }
}
