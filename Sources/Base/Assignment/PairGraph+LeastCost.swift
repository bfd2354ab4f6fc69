extension PairGraph {
  /// An assignment of least cost, and what proves it.
  public struct LeastCost: Sendable {
    public internal(set) var assignment: PairAssignment
    /// The worth of each column to those who want it, not negative: the dual of the assignment.
    public internal(set) var prices: [Int64]
  }

  /// The assignment of least cost, where a row that is left without costs `left`; nil to bring together as many as can be,
  /// and of those assignments to take the cheapest.
  ///
  /// Parts that have nothing in common are decided apart, and a row that nobody competes with takes its cheapest pair, of
  /// equals the first; the rest by the network simplex of LEMON (Kovács 2015, doi:10.1080/10556788.2014.895828).
  ///
  /// - Precondition: `left` is not negative.
  public func leastCostAssignment(left: Int64? = nil) -> PairAssignment { leastCost(left: left).assignment }

  /// The assignment of `leastCostAssignment(left:)`, with its dual.
  public func leastCost(left: Int64? = nil) -> LeastCost {
    precondition((left ?? 0) >= 0, "to be left without is not better than nothing")
    var answer = LeastCost(
      assignment: PairAssignment(rows: rowCount), prices: Array(repeating: 0, count: columnCount))
    var nodes = [Int32](repeating: -1, count: columnCount)
    for part in parts() {
      if part.count == 1 {
        decideAlone(Int(part[0]), left: left, &answer)
      } else {
        decide(part, left: left, &nodes, &answer)
      }
    }
    return answer
  }

  private func decideAlone(_ row: Int, left: Int64?, _ answer: inout LeastCost) {
    var best: Int?
    for place in pairs(ofRow: row) where pairs[place].cost < best.map({ pairs[$0].cost }) ?? .max {
      best = place
    }
    if let best, pairs[best].cost < left ?? .max { answer.assignment.give(best, of: self) }
  }

  /// Decides the rows of one part. `nodes` has -1 for each column, and has it again afterwards.
  private func decide(_ part: [Int32], left: Int64?, _ nodes: inout [Int32], _ answer: inout LeastCost) {
    let most = part.reduce(into: Int64(0)) { most, row in
      for place in pairs(ofRow: Int(row)) { most = max(most, pairs[place].cost) }
    }
    // One pair more is worth whatever the others then cost.
    let left = left ?? (Int64(part.count) * most + 1)
    var network = FlowNetwork()
    let sink = network.appendNode(supply: -Int64(part.count))
    var columns: [Int32] = []
    var arcs: [(arc: Int32, place: Int)] = []
    for row in part {
      let node = network.appendNode(supply: 1)
      for place in pairs(ofRow: Int(row)) where pairs[place].cost < left {
        let column = Int(pairs[place].column)
        if nodes[column] < 0 {
          nodes[column] = network.appendNode()
          columns.append(Int32(column))
          network.appendArc(from: nodes[column], to: sink)
        }
        let arc = network.appendArc(from: node, to: nodes[column], cost: pairs[place].cost)
        arcs.append((arc, place))
      }
      network.appendArc(from: node, to: sink, cost: left)
    }
    let flow = network.leastCostFlow()
    for (arc, place) in arcs where flow.amounts[Int(arc)] > 0 { answer.assignment.give(place, of: self) }
    for column in columns {
      answer.prices[Int(column)] = max(
        0, flow.potentials[Int(sink)] - flow.potentials[Int(nodes[Int(column)])])
      nodes[Int(column)] = -1
    }
  }
}
