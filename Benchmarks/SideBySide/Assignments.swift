import Assignment
import BenchmarkSupport
import Tables

/// Assignments of least cost, and of the most pairs, in a graph that is read from a table of pairs.
struct Assignments {
  private let graph: PairGraph

  /// Reads the table at `path`: `row,column,cost`, in the order of the rows.
  init(_ path: String) throws {
    var rows: [[(column: Int32, cost: Int64)]] = []
    var columns = 0
    for line in try FileBytes(contentsOf: path).text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",").compactMap { Int64($0) }
      while rows.count <= Int(fields[0]) { rows.append([]) }
      rows[Int(fields[0])].append((Int32(fields[1]), fields[2]))
      columns = max(columns, Int(fields[1]) + 1)
    }
    var graph = PairGraph(columns: columns)
    for row in rows { graph.appendRow(row) }
    self.graph = graph
  }

  /// The most pairs, at the least cost.
  func leastCost() -> SideSample {
    var found = PairAssignment(of: graph)
    let seconds = processorSeconds { found = graph.leastCostAssignment() }
    return SideSample(
      seconds: seconds, units: graph.rowCount,
      found: ["pairs": found.count, "cost": Int(found.cost(in: graph))])
  }

  /// The most pairs.
  func mostPairs() -> SideSample {
    var pairs = 0
    let seconds = processorSeconds {
      pairs = graph.mostPairs(capacities: Array(repeating: 1, count: graph.rowCount)).places.count
    }
    return SideSample(seconds: seconds, units: graph.rowCount, found: ["pairs": pairs])
  }
}
