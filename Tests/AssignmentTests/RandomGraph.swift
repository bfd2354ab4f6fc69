import Assignment
import TestSupport

/// A graph of so many rows and columns that has each pair with a probability, with what the sides think of their pairs.
struct RandomGraph {
  var graph: PairGraph
  var liking: [PairLiking] = []

  init(rows: Int, columns: Int, density: Double, most: Int64, _ draws: inout SplitMix64) {
    graph = PairGraph(columns: columns)
    for _ in 0..<rows {
      let chosen = (0..<Int32(columns)).filter { _ in Double.random(in: 0..<1, using: &draws) < density }
      graph.appendRow(chosen.map { ($0, Int64.random(in: 0...most, using: &draws)) })
      for _ in chosen {
        liking.append(
          PairLiking(
            ofRow: .random(in: 0...most, using: &draws), ofColumn: .random(in: 0...most, using: &draws)))
      }
    }
  }

  /// All assignments, as the pair of each row or -1; for graphs of a few rows.
  var assignments: [[Int32]] {
    var all: [[Int32]] = [[]]
    for row in 0..<graph.rowCount {
      all = all.flatMap { begun in
        let taken = Set(begun.filter { $0 >= 0 }.map { graph.pairs[Int($0)].column })
        let free = graph.pairs(ofRow: row).filter { !taken.contains(graph.pairs[$0].column) }
        return [begun + [-1]] + free.map { begun + [Int32($0)] }
      }
    }
    return all
  }

  func cost(_ assignment: [Int32]) -> Int64 {
    assignment.reduce(0) { $0 + ($1 < 0 ? 0 : graph.pairs[Int($1)].cost) }
  }
}
