/// The arcs of a network that an optimal flow may use in another way: those of reduced cost 0. All flows of least cost are
/// reached from one by changes around cycles of such arcs.
struct TightNetwork {
  private let tails: [Int32]
  private let heads: [Int32]
  private let capacities: [Int64]
  private(set) var amounts: [Int64]
  /// The tight arcs at each node, both those that leave and those that enter it: from `first[node]` on in `arcs`.
  private let first: [Int32]
  private let arcs: [Int32]
  private var isTight: [Bool]
  /// The nodes whose arcs stay as they are.
  private var isFixed: [Bool]
  /// By which arc a node was reached in the search that has the number in `seen`.
  private var reachedBy: [Int32]
  private var seen: [Int32]
  private var search: Int32 = 0
  private var queue: [Int32] = []

  init(_ network: FlowNetwork, _ flow: FlowNetwork.Flow) {
    let nodes = network.supplies.count
    let arcCount = network.tails.count
    tails = network.tails
    heads = network.heads
    capacities = network.capacities
    amounts = flow.amounts
    isTight = (0..<arcCount).map { network.reducedCost(of: $0, flow) == 0 }
    var starts = [Int32](repeating: 0, count: nodes + 1)
    for arc in 0..<arcCount where isTight[arc] {
      starts[Int(network.tails[arc]) + 1] += 1
      starts[Int(network.heads[arc]) + 1] += 1
    }
    for node in 0..<nodes { starts[node + 1] += starts[node] }
    var places = starts
    var arcs = [Int32](repeating: 0, count: Int(starts[nodes]))
    for arc in 0..<arcCount where isTight[arc] {
      for node in [network.tails[arc], network.heads[arc]] {
        arcs[Int(places[Int(node)])] = Int32(arc)
        places[Int(node)] += 1
      }
    }
    first = starts
    self.arcs = arcs
    isFixed = Array(repeating: false, count: nodes)
    reachedBy = Array(repeating: -1, count: nodes)
    seen = Array(repeating: 0, count: nodes)
  }

  /// Leaves the flow out of `node` as it is from now on.
  mutating func fix(_ node: Int32) { isFixed[Int(node)] = true }

  /// Sends a unit through `arc`, which has none, if some flow of least cost does so and keeps what is fixed.
  mutating func use(_ arc: Int32) -> Bool {
    guard isTight[Int(arc)], amounts[Int(arc)] < capacities[Int(arc)] else { return false }
    let target = tails[Int(arc)]
    guard findPath(from: heads[Int(arc)], to: target) else { return false }
    var node = target
    while node != heads[Int(arc)] {
      let step = Int(reachedBy[Int(node)])
      if heads[step] == node {
        amounts[step] += 1
        node = tails[step]
      } else {
        amounts[step] -= 1
        node = heads[step]
      }
    }
    amounts[Int(arc)] += 1
    return true
  }

  /// Whether a unit can be sent on from `start` to `target`; the way stands in `reachedBy`.
  private mutating func findPath(from start: Int32, to target: Int32) -> Bool {
    search += 1
    seen[Int(start)] = search
    queue.removeAll(keepingCapacity: true)
    queue.append(start)
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      if node == target { return true }
      if isFixed[Int(node)] { continue }
      for place in first[Int(node)]..<first[Int(node) + 1] {
        let arc = Int(arcs[Int(place)])
        let isForward = tails[arc] == node
        let other = isForward ? heads[arc] : tails[arc]
        guard seen[Int(other)] != search else { continue }
        guard isForward ? amounts[arc] < capacities[arc] : amounts[arc] > 0 else { continue }
        // What a fixed node sends stays; so nothing is taken back from it.
        guard isForward || !isFixed[Int(other)] else { continue }
        seen[Int(other)] = search
        reachedBy[Int(other)] = Int32(arc)
        queue.append(other)
      }
    }
    return false
  }
}
