/// Rows and columns that can be brought together, each pair at a cost: a bipartite graph, of which an assignment takes
/// pairs so that nobody is in two.
///
///     var graph = PairGraph(columns: 2)
///     graph.appendRow([(column: 0, cost: 3), (column: 1, cost: 5)])
///     graph.appendRow([(column: 0, cost: 4)])
///     graph.leastCostAssignment().columns       // [1, 0]
public struct PairGraph: Sendable {
  /// A row and a column that can be brought together.
  public struct Pair: Hashable, Sendable {
    public let row: Int32
    public let column: Int32
    /// Lower is better; not negative.
    public let cost: Int64
  }

  public let columnCount: Int
  /// The pairs by row; within a row as they were given.
  public private(set) var pairs: [Pair] = []
  /// The first pair of each row, and the end of the last row's.
  private var starts = [0]

  /// Creates a graph without rows.
  public init(columns: Int) { columnCount = columns }

  public var rowCount: Int { starts.count - 1 }

  /// The places in `pairs` of the pairs of `row`.
  public func pairs(ofRow row: Int) -> Range<Int> { starts[row]..<starts[row + 1] }

  /// Appends a row that can be brought together with those columns.
  ///
  /// - Precondition: each column comes once; no cost is negative, nor greater than 2⁴⁰.
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

  /// The rows of each part of the graph that has no pair in common with the rest; each part in ascending order, and the
  /// parts in that of their first rows. Rows without pairs are in none.
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

/// An assignment of rows to columns: at most one column for a row, and one row for a column.
public struct PairAssignment: Hashable, Sendable {
  /// The place in the graph's `pairs` of what each row was given; -1 for a row without.
  public var pairs: [Int32]
  /// The column of each row; -1 for a row without.
  public var columns: [Int32]

  /// Nobody brought together yet, of those in `graph`.
  public init(of graph: PairGraph) { self.init(rows: graph.rowCount) }

  init(rows: Int) {
    pairs = Array(repeating: -1, count: rows)
    columns = pairs
  }

  /// Brings together the pair at `place` of `graph`.
  public mutating func give(_ place: Int, of graph: PairGraph) {
    let pair = graph.pairs[place]
    pairs[Int(pair.row)] = Int32(place)
    columns[Int(pair.row)] = pair.column
  }

  /// The number of rows that have a column.
  public var count: Int { columns.count { $0 >= 0 } }

  /// The sum of the costs of the pairs, which are those of `graph`.
  public func cost(in graph: PairGraph) -> Int64 {
    pairs.reduce(0) { $0 + ($1 >= 0 ? graph.pairs[Int($1)].cost : 0) }
  }
}
