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
    for fields in try numbers(path) {
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

/// Matchings of people of whom each pair may come together, read from the same kind of table: its rows and columns are numbers of
/// the same people.
struct Matching {
  private let graph: MatchingGraph

  init(_ path: String) throws {
    let pairs = try numbers(path).filter { $0[0] != $0[1] }
    var graph = MatchingGraph(nodes: Int(pairs.reduce(0) { max($0, $1[0], $1[1]) }) + 1)
    for pair in pairs { graph.appendEdge(Int32(pair[0]), Int32(pair[1]), cost: pair[2]) }
    self.graph = graph
  }

  /// The most pairs, at the least cost.
  func leastCost() -> SideSample {
    var places: [Int] = []
    let seconds = processorSeconds { places = graph.leastCostMatching() }
    return SideSample(
      seconds: seconds, units: graph.nodeCount,
      found: ["pairs": places.count, "cost": places.reduce(0) { $0 + Int(graph.costs[$1]) }])
  }
}

/// The numbers of the lines of the table at `path`.
private func numbers(_ path: String) throws -> [[Int64]] {
  try FileBytes(contentsOf: path).text.split(separator: "\n").dropFirst().map { line in
    line.split(separator: ",").compactMap { Int64($0) }
  }
}
