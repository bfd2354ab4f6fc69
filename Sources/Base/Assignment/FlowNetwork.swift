import CLemon

/// A minimum-cost flow problem: a directed graph with a supply for each node, and a capacity and a cost for each
/// arc.
public struct FlowNetwork: Sendable {
  /// The supply of each node, negative for a demand; the supplies add up to 0.
  public private(set) var supplies: [Int64] = []
  public private(set) var tails: [Int32] = []
  public private(set) var heads: [Int32] = []
  public private(set) var capacities: [Int64] = []
  public private(set) var costs: [Int64] = []

  public init() {}

  /// Appends a node.
  public mutating func appendNode(supply: Int64 = 0) -> Int32 {
    supplies.append(supply)
    return Int32(supplies.count - 1)
  }

  /// Adds `amount` to the supply of `node`.
  public mutating func add(_ amount: Int64, toSupplyOf node: Int32) { supplies[Int(node)] += amount }

  /// Appends an arc.
  @discardableResult
  public mutating func appendArc(
    from tail: Int32, to head: Int32, capacity: Int64 = 1, cost: Int64 = 0
  ) -> Int32 {
    tails.append(tail)
    heads.append(head)
    capacities.append(capacity)
    costs.append(cost)
    return Int32(tails.count - 1)
  }

  /// Returns a minimum-cost flow, found by LEMON's network simplex, and the dual solution that proves it optimal.
  ///
  /// Kovács 2015, doi:10.1080/10556788.2014.895828.
  ///
  /// - Precondition: the supplies add up to 0, a feasible flow exists, and there is enough memory.
  public func leastCostFlow() -> Flow {
    var flows = [Int64](repeating: 0, count: tails.count)
    var potentials = [Int64](repeating: 0, count: supplies.count)
    let answer = clemon_minimum_cost_flow(
      Int32(supplies.count), supplies, Int32(tails.count), tails, heads, capacities, costs, &flows,
      &potentials)
    precondition(answer == CLEMON_OPTIMAL, "the supplies of an assignment can flow")
    return Flow(amounts: flows, potentials: potentials)
  }

  /// A flow and its dual solution.
  public struct Flow: Sendable {
    /// The flow through each arc.
    public var amounts: [Int64]
    /// The node potentials, which prove that the flow is optimal; see `reducedCost`.
    public var potentials: [Int64]
  }

  /// Returns the reduced cost of `arc` under the potentials of `flow`. The flow is optimal if and only if no arc with
  /// spare capacity has a negative reduced cost, and no arc carrying flow has a positive one.
  public func reducedCost(of arc: Int, _ flow: Flow) -> Int64 {
    costs[arc] + flow.potentials[Int(tails[arc])] - flow.potentials[Int(heads[arc])]
  }
}

extension PairGraph {
  /// A minimum-cost assignment and the dual solution that proves it optimal.
  public struct LeastCost: Sendable {
    public internal(set) var assignment: PairAssignment
    /// The dual price of each column, not negative.
    public internal(set) var prices: [Int64]
  }

  /// Returns an assignment of minimum total cost, in which each unassigned row costs `left`. If `left` is nil, returns
  /// the cheapest of the assignments with the most pairs.
  ///
  /// Connected components are solved separately. A row without competitors takes its cheapest pair, the
  /// first one in case of ties; all other components are solved by LEMON's network simplex (Kovács 2015, doi:10.1080/10556788.2014.895828).
  ///
  /// - Precondition: `left` is not negative.
  public func leastCostAssignment(left: Int64? = nil) -> PairAssignment { leastCost(left: left).assignment }

  /// Returns the same assignment as `leastCostAssignment(left:)`, with its dual solution.
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

  /// Solves one component. `nodes` is scratch space: it holds -1 for each column before and after the call.
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
