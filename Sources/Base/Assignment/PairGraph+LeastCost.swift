extension PairGraph {
  /// An assignment of minimum cost, with its dual as a proof.
  public struct LeastCost: Sendable {
    public internal(set) var assignment: PairAssignment
    /// The dual price of each column, not negative.
    public internal(set) var prices: [Int64]
  }

  /// Returns an assignment of minimum total cost, in which each unassigned row costs `left`. With nil, the cheapest
  /// of the assignments with the most pairs.
  ///
  /// Connected components are solved separately. A row without competitors takes its cheapest pair, the
  /// first one in case of ties; all other components are solved by LEMON's network simplex (Kovács 2015, doi:10.1080/10556788.2014.895828).
  ///
  /// - Precondition: `left` is not negative.
  public func leastCostAssignment(left: Int64? = nil) -> PairAssignment { leastCost(left: left).assignment }

  /// Returns the assignment of `leastCostAssignment(left:)` with its dual.
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

  /// Solves one component. `nodes` is scratch space: -1 for each column, before and after.
  private func decide(_ part: [Int32], left: Int64?, _ nodes: inout [Int32], _ answer: inout LeastCost) {
    let most = part.reduce(into: Int64(0)) { most, row in
      for place in pairs(ofRow: Int(row)) { most = max(most, pairs[place].cost) }
    }
    // With this penalty one pair more is always worth it, whatever the others then cost.
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
