import Assignment

/// The tight arcs of a network, whose reduced cost is 0. Only their flow may differ between optimal solutions; every
/// minimum-cost flow can be reached from any other by changes along cycles of tight arcs.
///
/// A few nodes, the hubs, have most of the arcs; the other nodes form small pieces between them, one for each person.
/// The pairs of hubs connected by a piece are stored in a bit matrix. Cycles are searched among hubs only, and only the
/// pieces on a cycle are examined.
struct TightNetwork {
  private let tails: [Int32]
  private let heads: [Int32]
  private let capacities: [Int64]
  private(set) var amounts: [Int64]
  private let isTight: [Bool]
  /// The number of hubs, which are the first nodes.
  private let hubCount: Int32
  /// The tight arcs of each node that is not a hub, both outgoing and incoming.
  private let arcsOfNode: Grouped
  private let pieces: Pieces
  /// The nodes whose outgoing flow is fixed.
  private var isFixed: [Bool]
  private var hubs: HubMatrix
  /// The pairs of hubs connected by each piece.
  private var pairs: [[Int]]

  /// Creates the tight part of `network` for the minimum-cost `flow`; the first `hubCount` nodes are hubs.
  init(_ network: FlowNetwork, _ flow: FlowNetwork.Flow, hubCount: Int) {
    let arcs = network.tails.indices
    tails = network.tails
    heads = network.heads
    capacities = network.capacities
    amounts = flow.amounts
    let tight = arcs.map { network.reducedCost(of: $0, flow) == 0 }
    isTight = tight
    self.hubCount = Int32(hubCount)
    let (tails, heads) = (network.tails, network.heads)
    var ends: [(Int32, Int32)] = []
    for arc in arcs where tight[arc] {
      if tails[arc] >= hubCount { ends.append((tails[arc], Int32(arc))) }
      if heads[arc] >= hubCount { ends.append((heads[arc], Int32(arc))) }
    }
    arcsOfNode = Grouped(ends, count: network.supplies.count)
    pieces = Pieces(network, isTight: tight, hubCount: hubCount)
    isFixed = Array(repeating: false, count: network.supplies.count)
    hubs = HubMatrix(count: hubCount)
    pairs = Array(repeating: [], count: pieces.count)
    for piece in 0..<pieces.count { refresh(piece) }
  }

  /// Fixes the current flow out of `node`, which is not a hub.
  mutating func fix(_ node: Int32) {
    isFixed[Int(node)] = true
    refresh(pieces.ofNode[Int(node)])
  }

  /// Sends a unit through `arc`, which has no flow and leads from a node that is not a hub to a hub, if a minimum-cost
  /// flow with the same fixed flows does so. Returns whether there is such a flow.
  mutating func use(_ arc: Int32) -> Bool {
    guard isTight[Int(arc)], amounts[Int(arc)] < capacities[Int(arc)] else { return false }
    let claim = tails[Int(arc)]
    let entries = entries(to: claim)
    guard let route = hubs.route(from: heads[Int(arc)], to: entries.map(\.hub)),
      let last = entries.first(where: { $0.hub == route.last })
    else { return false }
    var walk = Walk(from: claim)
    walk.append(Step(arc: arc, to: heads[Int(arc)]))
    for (hub, next) in zip(route, route.dropFirst()) {
      guard let piece = witness(from: hub, to: next) else { preconditionFailure("some piece leads there") }
      for step in steps(from: hub, to: next, through: piece) { walk.append(step) }
    }
    for step in last.steps { walk.append(step) }
    var touched: [Int] = []
    for step in walk.steps {
      amounts[Int(step.arc)] += heads[Int(step.arc)] == step.to ? 1 : -1
      touched.append(pieces.ofArc[Int(step.arc)])
    }
    touched.sort()
    for (place, piece) in touched.enumerated() where place == 0 || touched[place - 1] != piece {
      refresh(piece)
    }
    return true
  }

  /// A change of the flow on one arc by a unit, and the node to which the arc leads.
  private struct Step {
    let arc: Int32
    let to: Int32
  }

  /// A walk from a node. A step that returns to a node already visited removes the loop; nothing is added after the
  /// return to the first node.
  private struct Walk {
    let start: Int32
    var steps: [Step] = []

    init(from start: Int32) { self.start = start }

    mutating func append(_ step: Step) {
      if steps.last?.to == start { return }
      if let place = steps.firstIndex(where: { $0.to == step.to }) {
        steps.removeLast(steps.count - place - 1)
      } else {
        steps.append(step)
      }
    }
  }

  /// Returns whether a unit of flow can leave `node` by `arc`, forwards or backwards.
  private func canLeave(_ node: Int32, by arc: Int32) -> Bool {
    let arc = Int(arc)
    if tails[arc] == node { return amounts[arc] < capacities[arc] && !isFixed[Int(node)] }
    // The flow out of a fixed node is not taken back.
    return amounts[arc] > 0 && !isFixed[Int(tails[arc])]
  }

  private func otherEnd(of arc: Int32, than node: Int32) -> Int32 {
    tails[Int(arc)] == node ? heads[Int(arc)] : tails[Int(arc)]
  }

  // MARK: - Pieces

  /// Recomputes the pairs of hubs that `piece` connects.
  private mutating func refresh(_ piece: Int) {
    for pair in pairs[piece] { hubs.remove(pair) }
    var found: [Int] = []
    if let arc = pieces.arc(of: piece) {
      let (tail, head) = (tails[arc], heads[arc])
      if amounts[arc] < capacities[arc] { found.append(hubs.pair(tail, head)) }
      if amounts[arc] > 0 { found.append(hubs.pair(head, tail)) }
    } else {
      for node in pieces.nodes(of: piece) {
        for arc in arcsOfNode[node] {
          let hub = otherEnd(of: arc, than: node)
          guard hub < hubCount, canLeave(hub, by: arc) else { continue }
          for exit in explore(from: node, to: -1).exits where exit != hub {
            found.append(hubs.pair(hub, exit))
          }
        }
      }
      found.sort()
      // Each connected pair counts once.
      found = found.enumerated().filter { $0 == 0 || found[$0 - 1] != $1 }.map(\.element)
    }
    for pair in found { hubs.add(pair, by: piece) }
    pairs[piece] = found
  }

  /// Returns the hubs reached from `node` within its piece or, if `hub` is among them, the steps to `hub`.
  private func explore(from node: Int32, to hub: Int32) -> (exits: [Int32], steps: [Step]) {
    var reached: [(step: Step, before: Int)] = [(Step(arc: -1, to: node), -1)]
    var exits: [Int32] = []
    var next = 0
    while next < reached.count {
      let from = reached[next].step.to
      for arc in arcsOfNode[from] where canLeave(from, by: arc) {
        let other = otherEnd(of: arc, than: from)
        if other == hub { return (exits, trail(reached, next) + [Step(arc: arc, to: hub)]) }
        if other < hubCount {
          exits.append(other)
        } else if !reached.contains(where: { $0.step.to == other }) {
          reached.append((Step(arc: arc, to: other), next))
        }
      }
      next += 1
    }
    return (exits, [])
  }

  /// Returns the steps that lead to the entry of `reached` at index `place`.
  private func trail(_ reached: [(step: Step, before: Int)], _ place: Int) -> [Step] {
    var steps: [Step] = []
    var place = place
    while reached[place].before >= 0 {
      steps.append(reached[place].step)
      place = reached[place].before
    }
    return steps.reversed()
  }

  /// Returns the hubs from which `claim` is reached within its piece, with the steps from each.
  private func entries(to claim: Int32) -> [(hub: Int32, steps: [Step])] {
    // Backwards: the step at each node is the one that leads towards the claim.
    var reached: [(node: Int32, steps: [Step])] = [(claim, [])]
    var entries: [(hub: Int32, steps: [Step])] = []
    var next = 0
    while next < reached.count {
      let (node, steps) = reached[next]
      for arc in arcsOfNode[node] {
        let other = otherEnd(of: arc, than: node)
        guard canLeave(other, by: arc) else { continue }
        let longer = [Step(arc: arc, to: node)] + steps
        if other < hubCount {
          entries.append((other, longer))
        } else if !reached.contains(where: { $0.node == other }) {
          reached.append((other, longer))
        }
      }
      next += 1
    }
    return entries
  }

  /// Returns a piece that leads from `hub` to `next`; nil if there is none.
  private mutating func witness(from hub: Int32, to next: Int32) -> Int? {
    let pair = hubs.pair(hub, next)
    return hubs.witness(of: pair) { pairs[$0].contains(pair) }
  }

  private func steps(from hub: Int32, to next: Int32, through piece: Int) -> [Step] {
    if let arc = pieces.arc(of: piece) { return [Step(arc: Int32(arc), to: next)] }
    for node in pieces.nodes(of: piece) {
      for arc in arcsOfNode[node] where otherEnd(of: arc, than: node) == hub && canLeave(hub, by: arc) {
        let steps = explore(from: node, to: next).steps
        if !steps.isEmpty { return [Step(arc: arc, to: node)] + steps }
      }
    }
    preconditionFailure("the piece leads there")
  }
}

/// A list of items for each of several keys.
private struct Grouped {
  private let first: [Int32]
  private let items: [Int32]

  /// Groups the pairs (key, item) by key; keys are less than `count`.
  init(_ pairs: [(Int32, Int32)], count: Int) {
    var first = [Int32](repeating: 0, count: count + 1)
    for (place, _) in pairs { first[Int(place) + 1] += 1 }
    for place in 0..<count { first[place + 1] += first[place] }
    var items = [Int32](repeating: 0, count: pairs.count)
    var next = first
    for (place, item) in pairs {
      items[Int(next[Int(place)])] = item
      next[Int(place)] += 1
    }
    self.first = first
    self.items = items
  }

  subscript(place: Int32) -> ArraySlice<Int32> { items[Int(first[Int(place)])..<Int(first[Int(place) + 1])] }
}

/// The pieces between hubs. A piece is a set of nodes that are connected without passing a hub, or a single arc between
/// hubs.
private struct Pieces {
  /// The piece of each node that is not a hub, and of each arc.
  private(set) var ofNode: [Int]
  private(set) var ofArc: [Int]
  private(set) var count = 0
  private let members: Grouped
  /// The arcs of the single-arc pieces, which are numbered after the pieces with nodes.
  private var arcs: [Int] = []
  private let nodePieces: Int

  init(_ network: FlowNetwork, isTight: [Bool], hubCount: Int) {
    let nodes = network.supplies.count
    var sets = DisjointSets(count: nodes)
    let (tails, heads) = (network.tails, network.heads)
    for arc in tails.indices where tails[arc] >= hubCount && heads[arc] >= hubCount {
      sets.join(Int(tails[arc]), Int(heads[arc]))
    }
    ofNode = Array(repeating: -1, count: nodes)
    var pairs: [(Int32, Int32)] = []
    for node in hubCount..<nodes {
      let root = sets.root(of: node)
      if root == node {
        ofNode[node] = count
        count += 1
      }
      ofNode[node] = ofNode[root]
      pairs.append((Int32(ofNode[node]), Int32(node)))
    }
    members = Grouped(pairs, count: count)
    nodePieces = count
    ofArc = Array(repeating: -1, count: tails.count)
    for arc in tails.indices {
      if tails[arc] >= hubCount || heads[arc] >= hubCount {
        ofArc[arc] = ofNode[Int(max(tails[arc], heads[arc]))]
      } else if isTight[arc] {
        ofArc[arc] = count
        arcs.append(arc)
        count += 1
      }
    }
  }

  /// Returns the arc of a single-arc piece; nil for a piece with nodes.
  func arc(of piece: Int) -> Int? { piece < nodePieces ? nil : arcs[piece - nodePieces] }

  func nodes(of piece: Int) -> ArraySlice<Int32> { members[Int32(piece)] }
}
