public import Assignment
import Quantities

/// A minimum-cost flow problem for a set of claims. For each person and group of joined slots, one unit flows through
/// one of the claims to the section of a wish, to any section of a shift, or to any section of the slot; otherwise, the
/// person remains without a place.
///
/// Leaving a person without a place costs more than the most uneven shortage, which costs more than all ranks together;
/// a rank costs more than all moves together. To keep the number of arcs low, choices that are not wishes share one
/// node per slot, and wishes for any zone share one node per shift. If there are several slots, each has a separate
/// exit node. The arcs that leave it stand for the places whose use differs among the solutions with the most even
/// shortage.
public struct AssignmentNetwork: Sendable {
  public private(set) var network = FlowNetwork()
  /// The claims to be decided, as indices in the problem's claims.
  let claims: [Int]
  /// The number of nodes that stand for places; later nodes stand for persons and their claims.
  let hubCount: Int
  /// The node of each claim.
  private(set) var nodes: [Int32] = []
  /// The choices of each claim, best first, each with its arc.
  private(set) var choices: [[Choice]] = []

  /// A choice for a claim.
  struct Choice {
    let arc: Int32
    let target: Target
  }

  enum Target {
    case section(SectionIndex)
    case anyOf(ShiftIndex)
    case anyShift
    case nothing
  }

  /// Creates the network for the given `claims` of `problem` and their slots.
  public init(_ problem: AssignmentProblem, claims: [Int]) {
    self.claims = claims
    let longest = claims.map { Int64(problem.claims[$0].wishCount) + 1 }.max() ?? 1
    let count = Int64(claims.count)
    let hasMoves = claims.contains { problem.claims[$0].held != .none }
    let rank = hasMoves ? count + 1 : 1
    var builder = Builder(problem, claims: claims, rank: rank, allRanks: count * (longest * rank + 1) + 1)
    hubCount = builder.network.supplies.count
    for person in problem.byPerson(claims) { builder.appendPerson(person.indices) }
    (network, nodes, choices) = (builder.network, builder.nodes, builder.choices)
  }
}

extension EvenShortage {
  /// Returns the number of new claims that get a place, by slot. Used if `claims` include sets of posts: the posts then
  /// matter, and holders of a place may be moved to make room.
  ///
  /// - Parameter costs: the costs of filling each slot's further places, in the sequence in which they are filled.
  static func filled(
    _ problem: AssignmentProblem, claims: [Int], slots: [SlotIndex], costs: [[Int64]]
  ) -> [Int64] {
    let held = slots.map { slot in
      Int64(claims.count { problem.claims[$0].slot == slot && problem.claims[$0].held != .none })
    }
    var builder = Builder(problem, claims: claims, slots: slots, held: held, costs: costs)
    for person in problem.byPerson(claims) { builder.appendPerson(person.indices) }
    let amounts = builder.network.leastCostFlow().amounts
    return builder.exitArcs.map { amounts[$0].reduce(0, +) }
  }
}

/// A builder of networks, which first appends the nodes for places and then those for each person.
private struct Builder {
  let problem: AssignmentProblem
  let claims: [Int]
  /// The costs of a rank, of a move, and of leaving a person without a place.
  let rank: Int64
  let move: Int64
  private(set) var nothing: Int64
  var network = FlowNetwork()
  var nodes: [Int32] = []
  var choices: [[AssignmentNetwork.Choice]] = []
  let sink: Int32
  /// The exit arcs of each slot; empty unless only empty places have a cost.
  private(set) var exitArcs: [Range<Int>] = []
  /// The nodes that lead to a section, to any section of a shift, and to any section of a slot; −1 for none.
  var sectionNodes: [Int32]
  var shiftNodes: [Int32]
  var slotNodes: [Int32]

  /// Creates the nodes for places.
  ///
  /// - Parameter allRanks: a cost higher than all ranks and moves together.
  init(_ problem: AssignmentProblem, claims: [Int], rank: Int64, allRanks: Int64) {
    let programme = problem.programme
    self.problem = problem
    self.claims = claims
    self.rank = rank
    move = 1
    nothing = allRanks
    sink = network.appendNode()
    nodes = Array(repeating: -1, count: claims.count)
    choices = Array(repeating: [], count: claims.count)
    sectionNodes = Array(repeating: -1, count: programme.sections.count)
    shiftNodes = Array(repeating: -1, count: programme.shifts.count)
    slotNodes = Array(repeating: -1, count: programme.slots.count)
    let slots = Set(claims.map { problem.claims[$0].slot }).ordered()
    let exits = slots.count > 1 ? appendExits(EvenShortage(problem, claims: claims)) : [sink]
    appendSlots(slots, to: exits)
  }

  /// Creates a network in which only empty places have a cost: each slot has an exit arc for each place beyond the
  /// number `held`, with the costs in `costs`.
  init(_ problem: AssignmentProblem, claims: [Int], slots: [SlotIndex], held: [Int64], costs: [[Int64]]) {
    let programme = problem.programme
    self.problem = problem
    self.claims = claims
    rank = 0
    move = 0
    nothing = Int64(claims.count) * ((costs.lazy.flatMap(\.self).max() ?? 0) + 1) + 1
    sink = network.appendNode()
    nodes = Array(repeating: -1, count: claims.count)
    choices = Array(repeating: [], count: claims.count)
    sectionNodes = Array(repeating: -1, count: programme.sections.count)
    shiftNodes = Array(repeating: -1, count: programme.shifts.count)
    slotNodes = Array(repeating: -1, count: programme.slots.count)
    let exits = zip(held, costs).map { held, costs in
      let exit = network.appendNode(supply: -held)
      network.add(held, toSupplyOf: sink)
      let first = network.tails.count
      for cost in costs { network.appendArc(from: exit, to: sink, cost: cost) }
      exitArcs.append(first..<network.tails.count)
      return exit
    }
    appendSlots(slots, to: exits)
  }

  private mutating func appendSlots(_ slots: [SlotIndex], to exits: [Int32]) {
    for (slot, exit) in zip(slots, exits) {
      let any = network.appendNode()
      slotNodes[Int(slot)] = any
      for shift in problem.programme.shiftsOfSlot[Int(slot)] { appendShift(shift, from: any, to: exit) }
    }
  }

  /// Appends the exit nodes of slots, given the spread of the shortage in `even`. The flow into places that every
  /// optimal solution fills ends there. The flow into places that may be filled in addition continues to the sink, at a
  /// cost higher than all ranks.
  private mutating func appendExits(_ even: EvenShortage) -> [Int32] {
    let costs = EvenShortage.costs(of: even.slots.indices.flatMap(even.openPlaces))
    let unit = nothing
    var held = Array(repeating: Int64(0), count: problem.programme.slots.count)
    for place in claims.indices where claim(place).held != .none { held[Int(claim(place).slot)] += 1 }
    return even.slots.enumerated().map { index, slot in
      let certain = held[Int(slot)] + even.certain(index)
      let exit = network.appendNode(supply: -certain)
      network.add(certain, toSupplyOf: sink)
      for place in even.openPlaces(index) {
        let cost = unit * (costs[place] ?? 0)
        network.appendArc(from: exit, to: sink, cost: cost)
        nothing += cost
      }
      return exit
    }
  }

  private mutating func appendShift(_ shift: ShiftIndex, from any: Int32, to exit: Int32) {
    let free = Int64(problem.freeOfShift[Int(shift)])
    // A shift without places cannot be reached, and would only slow down the search.
    guard free > 0 else { return }
    let sections = problem.programme.shifts[shift].sections
    if sections.count == 1 {
      let section = Int(sections.lowerBound)
      let node = network.appendNode()
      network.appendArc(from: node, to: exit, capacity: min(free, Int64(problem.freeOfSection[section])))
      network.appendArc(from: any, to: node, capacity: free)
      sectionNodes[section] = node
      shiftNodes[Int(shift)] = node
      return
    }
    let (entry, whole) = (network.appendNode(), network.appendNode())
    network.appendArc(from: any, to: entry, capacity: free)
    network.appendArc(from: whole, to: exit, capacity: free)
    shiftNodes[Int(shift)] = entry
    for section in sections where problem.freeOfSection[Int(section)] > 0 {
      let node = network.appendNode()
      network.appendArc(from: entry, to: node, capacity: free)
      network.appendArc(from: node, to: whole, capacity: Int64(problem.freeOfSection[Int(section)]))
      sectionNodes[Int(section)] = node
    }
  }

  /// Appends the claims of one person, at the indices in `range`.
  mutating func appendPerson(_ range: Range<Int>) {
    for place in range where claim(place).held != .none {
      nodes[place] = supplied(1)
      appendChoices(place)
    }
    let new = range.filter { claim($0).held == .none }
    guard let first = new.first else { return }
    let limit = Int64(problem.limits[Int(claim(first).person)])
    let groups = Set(new.map { group(of: $0) }).ordered()
    let person = limit < groups.count ? supplied(limit) : nil
    if let person { network.appendArc(from: person, to: sink, capacity: limit, cost: nothing) }
    for group in groups {
      let members = new.filter { self.group(of: $0) == group }
      if person == nil, members.count == 1 {
        nodes[members[0]] = supplied(1)
        appendChoices(members[0])
        continue
      }
      let node = person == nil ? supplied(1) : network.appendNode()
      if let person {
        network.appendArc(from: person, to: node)
      } else {
        network.appendArc(from: node, to: sink, cost: nothing)
      }
      for place in members {
        nodes[place] = network.appendNode()
        network.appendArc(from: node, to: nodes[place])
        appendChoices(place)
      }
    }
  }

  private func claim(_ place: Int) -> AssignmentProblem.Claim { problem.claims[claims[place]] }

  private func group(of place: Int) -> SlotIndex { problem.programme.groups[Int(claim(place).slot)] }

  /// Appends and returns a node that supplies `count` units to the sink.
  private mutating func supplied(_ count: Int64) -> Int32 {
    network.add(-count, toSupplyOf: sink)
    return network.appendNode(supply: count)
  }

  /// Appends the choices of a claim, best first.
  private mutating func appendChoices(_ place: Int) {
    let claim = claim(place)
    let node = nodes[place]
    if claim.held != .none {
      append(
        .section(claim.held), to: place, through: sectionNodes[Int(claim.held)],
        cost: rank * Int64(problem.rank(of: claim.held, for: claim)))
    }
    let surcharge: Int64 = claim.held == .none ? 0 : move
    for (index, wish) in claim.wishes.enumerated() {
      let wish = problem.wishes[Int(wish)]
      // All posts of a set rank 1.
      let cost = surcharge + rank * (claim.isSet ? 1 : Int64(index) + 1)
      if wish.section == .none {
        append(.anyOf(wish.shift), to: place, through: shiftNodes[Int(wish.shift)], cost: cost)
      } else {
        append(.section(wish.section), to: place, through: sectionNodes[Int(wish.section)], cost: cost)
      }
    }
    if !claim.isSet {
      append(
        .anyShift, to: place, through: slotNodes[Int(claim.slot)],
        cost: surcharge + rank * (Int64(claim.wishCount) + 1))
    }
    // Where a person or a group sends the unit, it stays there; so it does with who holds a section.
    guard claim.held == .none, network.supplies[Int(node)] > 0 else { return }
    append(.nothing, to: place, through: sink, cost: nothing)
  }

  private mutating func append(
    _ target: AssignmentNetwork.Target, to place: Int, through node: Int32, cost: Int64
  ) {
    guard node >= 0 else { return }
    let arc = network.appendArc(from: nodes[place], to: node, cost: cost)
    choices[place].append(AssignmentNetwork.Choice(arc: arc, target: target))
  }
}
