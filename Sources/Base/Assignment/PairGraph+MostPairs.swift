import CLemon

extension PairGraph {
  /// A choice of as many pairs as can be, and the proof that there are no more.
  public struct MostPairs: Sendable {
    /// The places of the pairs that are taken, in ascending order.
    public internal(set) var places: [Int32]
    /// A cover: rows and columns of which each pair has at least one. The numbers that its rows may have, and one for each of
    /// its columns, add up to how many pairs are taken.
    public internal(set) var rowsInCover: [Bool]
    public internal(set) var columnsInCover: [Bool]
  }

  /// Takes as many pairs as can be, where each column is in at most one, and each row in at most its number of `capacities`.
  ///
  /// By preflows of LEMON. Goldberg and Tarjan 1988, doi:10.1145/48014.61051; the cover is that of Kőnig 1931.
  ///
  /// - Precondition: a capacity for each row, none negative; there is memory for it.
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
      // More than a column can have, so that no cut goes through a pair.
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
