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

  /// Returns a flow of minimum cost with its dual, which proves that it is one; by LEMON's network simplex.
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

  /// A flow and its dual.
  public struct Flow: Sendable {
    /// The flow through each arc.
    public var amounts: [Int64]
    /// The node potentials; they prove the flow optimal, see `reducedCost`.
    public var potentials: [Int64]
  }

  /// Returns the reduced cost of `arc` under the potentials of `flow`. The flow is optimal if and only if it is not
  /// negative on arcs with spare capacity, and not positive on arcs that carry flow.
  public func reducedCost(of arc: Int, _ flow: Flow) -> Int64 {
    costs[arc] + flow.potentials[Int(tails[arc])] - flow.potentials[Int(heads[arc])]
  }
}
