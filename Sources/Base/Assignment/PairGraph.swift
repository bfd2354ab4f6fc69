import CLemon

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
  /// The index of each row's first pair, followed by the number of pairs.
  private var starts = [0]

  /// Creates a graph without rows.
  public init(columns: Int) { columnCount = columns }

  public var rowCount: Int { starts.count - 1 }

  /// Returns the range of the pairs of `row` in `pairs`.
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

  /// Returns the connected components as lists of rows: each list in ascending order, the lists ordered by their first
  /// rows. Rows without pairs are omitted.
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

/// An assignment of rows to columns: at most one column per row, and one row per column.
public struct PairAssignment: Hashable, Sendable {
  /// Each row's pair, as an index into the graph's `pairs`; -1 for an unassigned row.
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

  /// Returns the total cost of the assigned pairs, which must be pairs of `graph`.
  public func cost(in graph: PairGraph) -> Int64 {
    pairs.reduce(0) { $0 + ($1 >= 0 ? graph.pairs[Int($1)].cost : 0) }
  }
}

/// The ranks that the row and the column of a pair give each other: lower is better.
public struct PairLiking: Hashable, Sendable {
  public let ofRow: Int64
  public let ofColumn: Int64

  public init(ofRow: Int64, ofColumn: Int64) {
    self.ofRow = ofRow
    self.ofColumn = ofColumn
  }
}

/// The side that proposes; it gets its best partners among all stable assignments.
public enum ProposingSide: Sendable {
  case rows
  case columns
}

extension PairGraph {
  /// Returns the stable assignment that is best for the proposing side, computed by deferred acceptance. In a stable
  /// assignment, no row and column prefer each other to their partners.
  ///
  /// Ties between preferences go to the lower row or column number. Gale and Shapley 1962, doi:10.1080/00029890.1962.11989827.
  ///
  /// - Parameter liking: the preferences of both sides for each pair, indexed like the pairs of the graph.
  /// - Complexity: O(pairs · log pairs).
  public func stableAssignment(_ liking: [PairLiking], proposing side: ProposingSide = .rows)
    -> PairAssignment
  {
    precondition(liking.count == pairs.count, "a liking for each pair")
    func isLiked(_ a: Int, before b: Int, by asked: ProposingSide) -> Bool {
      switch asked {
      case .rows: (liking[a].ofRow, pairs[a].column) < (liking[b].ofRow, pairs[b].column)
      case .columns: (liking[a].ofColumn, pairs[a].row) < (liking[b].ofColumn, pairs[b].row)
      }
    }
    let (proposers, asked) = side == .rows ? (rowCount, columnCount) : (columnCount, rowCount)
    func proposer(of place: Int) -> Int { Int(side == .rows ? pairs[place].row : pairs[place].column) }
    func other(of place: Int) -> Int { Int(side == .rows ? pairs[place].column : pairs[place].row) }
    var wishes = [[Int]](repeating: [], count: proposers)
    for place in pairs.indices { wishes[proposer(of: place)].append(place) }
    for proposer in 0..<proposers { wishes[proposer].sort { isLiked($0, before: $1, by: side) } }
    let judges: ProposingSide = side == .rows ? .columns : .rows
    /// The pair tentatively held by each member of the other side.
    var held = [Int](repeating: -1, count: asked)
    var next = [Int](repeating: 0, count: proposers)
    var free = Array((0..<proposers).reversed())
    while let one = free.popLast() {
      while next[one] < wishes[one].count {
        let place = wishes[one][next[one]]
        next[one] += 1
        let before = held[other(of: place)]
        guard before < 0 || isLiked(place, before: before, by: judges) else { continue }
        held[other(of: place)] = place
        if before >= 0 { free.append(proposer(of: before)) }
        break
      }
    }
    var assignment = PairAssignment(rows: rowCount)
    for place in held where place >= 0 { assignment.give(place, of: self) }
    return assignment
  }

  /// Returns the number of blocking pairs among the pairs whose index satisfies `isMeant`. In a blocking pair, both
  /// sides strictly prefer each other to their partners in `assignment`.
  public func blockingPairs(
    of assignment: PairAssignment, _ liking: [PairLiking], where isMeant: (Int) -> Bool = { _ in true }
  ) -> Int {
    var ofColumn = [Int](repeating: -1, count: columnCount)
    for place in assignment.pairs where place >= 0 { ofColumn[Int(pairs[Int(place)].column)] = Int(place) }
    return pairs.indices.count { place in
      let rowHas = Int(assignment.pairs[Int(pairs[place].row)])
      let columnHas = ofColumn[Int(pairs[place].column)]
      return (rowHas < 0 || liking[place].ofRow < liking[rowHas].ofRow)
        && (columnHas < 0 || liking[place].ofColumn < liking[columnHas].ofColumn) && isMeant(place)
    }
  }
}

extension PairGraph {
  /// A maximum set of pairs, with a vertex cover that proves it maximum.
  public struct MostPairs: Sendable {
    /// The indices of the chosen pairs, in ascending order.
    public internal(set) var places: [Int32]
    /// A vertex cover, by row and by column: for every pair, it contains the row or the column. The capacities of its
    /// rows, plus one for each of its columns, add up to the number of chosen pairs.
    public internal(set) var rowsInCover: [Bool]
    public internal(set) var columnsInCover: [Bool]
  }

  /// Chooses as many pairs as possible, at most one per column and at most `capacities[row]` per row.
  ///
  /// By LEMON's preflow algorithm. Goldberg and Tarjan 1988, doi:10.1145/48014.61051; the cover follows Kőnig 1931.
  ///
  /// - Precondition: one capacity for each row, none negative; there is enough memory.
  public func mostPairs(capacities: [Int32]) -> MostPairs {
    precondition(capacities.count == rowCount && capacities.allSatisfy { $0 >= 0 }, "a capacity for each row")
    let source = Int32(rowCount + columnCount)
    let sink = source + 1
    var tails: [Int32] = []
    var heads: [Int32] = []
    var room: [Int32] = []
    let count = pairs.count + rowCount + columnCount
    tails.reserveCapacity(count)
    heads.reserveCapacity(count)
    room.reserveCapacity(count)
    for pair in pairs {
      tails.append(pair.row)
      heads.append(Int32(rowCount) + pair.column)
      // More than a column can take, so that no cut crosses a pair.
      room.append(2)
    }
    for row in 0..<rowCount {
      tails.append(source)
      heads.append(Int32(row))
      room.append(capacities[row])
    }
    for column in 0..<columnCount {
      tails.append(Int32(rowCount + column))
      heads.append(sink)
      room.append(1)
    }
    var flows = [Int32](repeating: 0, count: count)
    var isOnSourceSide = [UInt8](repeating: 0, count: Int(sink) + 1)
    let value = clemon_maximum_flow(
      sink + 1, source, sink, Int32(count), tails, heads, room, &flows, &isOnSourceSide)
    precondition(value >= 0, "there is memory for the flow")
    return MostPairs(
      places: pairs.indices.filter { flows[$0] > 0 }.map(Int32.init),
      rowsInCover: (0..<rowCount).map { isOnSourceSide[$0] == 0 },
      columnsInCover: (0..<columnCount).map { isOnSourceSide[rowCount + $0] == 1 })
  }
}
