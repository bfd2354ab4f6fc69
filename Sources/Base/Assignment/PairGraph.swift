/// A bipartite graph of rows and columns with a cost for each pair. An assignment is a set of pairs in which no two
/// share a row or a column.
///
///     var graph = PairGraph(columns: 2)
///     graph.appendRow([(column: 0, cost: 3), (column: 1, cost: 5)])
///     graph.appendRow([(column: 0, cost: 4)])
///     graph.leastCostAssignment().columns       // [1, 0]
public struct PairGraph: Sendable {
  /// A row and a column that may be assigned to each other.
  public struct Pair: Hashable, Sendable {
    public let row: Int32
    public let column: Int32
    /// The cost, not negative: lower is better.
    public let cost: Int64
  }

  public let columnCount: Int
  /// The pairs, grouped by row; within a row in the order given.
  public private(set) var pairs: [Pair] = []
  /// The index of each row's first pair, then the number of pairs.
  private var starts = [0]

  /// Creates a graph without rows.
  public init(columns: Int) { columnCount = columns }

  public var rowCount: Int { starts.count - 1 }

  /// Returns the indices in `pairs` of the pairs of `row`.
  public func pairs(ofRow row: Int) -> Range<Int> { starts[row]..<starts[row + 1] }

  /// Appends a row that may be assigned to the given columns.
  ///
  /// - Precondition: no column occurs twice; each cost is in 0 ... 2⁴⁰.
  @inlinable
  public mutating func appendRow(_ columns: some Sequence<(column: Int32, cost: Int64)>) {
    appendRow(of: Array(columns))
  }

  @usableFromInline
  mutating func appendRow(of columns: [(column: Int32, cost: Int64)]) {
    let row = Int32(rowCount)
    for (column, cost) in columns {
      precondition(cost >= 0 && cost <= 1 << 40, "costs lie between 0 and 2⁴⁰")
      pairs.append(Pair(row: row, column: column, cost: cost))
    }
    starts.append(pairs.count)
  }

  /// Returns the connected components as lists of rows: each list in ascending order, the lists ordered by their
  /// first rows. Rows without pairs are left out.
  func parts() -> [[Int32]] {
    var sets = DisjointSets(count: columnCount)
    for row in 0..<rowCount {
      let pairs = pairs(ofRow: row)
      guard let first = pairs.first else { continue }
      for place in pairs.dropFirst() {
        sets.join(Int(self.pairs[place].column), Int(self.pairs[first].column))
      }
    }
    var placeOfRoot: [Int: Int] = [:]
    var parts: [[Int32]] = []
    for row in 0..<rowCount {
      guard let first = pairs(ofRow: row).first else { continue }
      let root = sets.root(of: Int(pairs[first].column))
      if let place = placeOfRoot[root] {
        parts[place].append(Int32(row))
      } else {
        placeOfRoot[root] = parts.count
        parts.append([Int32(row)])
      }
    }
    return parts
  }
}

/// An assignment of rows to columns: at most one column for each row, and one row for each column.
public struct PairAssignment: Hashable, Sendable {
  /// The index in the graph's `pairs` of each row's pair; -1 for an unassigned row.
  public var pairs: [Int32]
  /// The column of each row; -1 for an unassigned row.
  public var columns: [Int32]

  /// Creates the empty assignment for `graph`.
  public init(of graph: PairGraph) { self.init(rows: graph.rowCount) }

  init(rows: Int) {
    pairs = Array(repeating: -1, count: rows)
    columns = pairs
  }

  /// Assigns the pair at index `place` of `graph`.
  public mutating func give(_ place: Int, of graph: PairGraph) {
    let pair = graph.pairs[place]
    pairs[Int(pair.row)] = Int32(place)
    columns[Int(pair.row)] = pair.column
  }

  /// The number of assigned rows.
  public var count: Int { columns.count { $0 >= 0 } }

  /// Returns the total cost of the assigned pairs, all taken from `graph`.
  public func cost(in graph: PairGraph) -> Int64 {
    pairs.reduce(0) { $0 + ($1 >= 0 ? graph.pairs[Int($1)].cost : 0) }
  }
}
