import CLemon

extension PairGraph {
  /// A largest set of pairs, with a cover that proves it largest.
  public struct MostPairs: Sendable {
    /// The indices of the chosen pairs, in ascending order.
    public internal(set) var places: [Int32]
    /// A cover: each pair has its row or its column in it. The capacities of its rows, plus one for each of its
    /// columns, add up to the number of chosen pairs.
    public internal(set) var rowsInCover: [Bool]
    public internal(set) var columnsInCover: [Bool]
  }

  /// Chooses as many pairs as possible, at most one for each column and at most `capacities[row]` for each row.
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
