/// The preference of each side of a pair for the other: lower is better.
public struct PairLiking: Hashable, Sendable {
  public let ofRow: Int64
  public let ofColumn: Int64

  public init(ofRow: Int64, ofColumn: Int64) {
    self.ofRow = ofRow
    self.ofColumn = ofColumn
  }
}

/// The side that proposes, and so gets its best partner in any stable assignment.
public enum ProposingSide: Sendable {
  case rows
  case columns
}

extension PairGraph {
  /// Returns the stable assignment that is best for the proposing side, by deferred acceptance: no row and column
  /// both prefer each other to their partners.
  ///
  /// Ties in a preference go to the lower number. Gale and Shapley 1962, doi:10.1080/00029890.1962.11989827.
  ///
  /// - Parameter liking: the preferences, by index of the graph's pairs.
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
    /// The pair that each member of the other side holds for now.
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

  /// Returns the number of blocking pairs among those with an index for which `isMeant` is true: both sides
  /// strictly prefer each other to their partners in `assignment`.
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
