public import Assignment
import Quantities

/// Claims as a minimum-cost flow: one unit for each person and group of joined slots flows through one of their
/// claims to the section of a wish, to any section of a shift, or to any section of the slot, or stays with the
/// person.
///
/// Leaving a person without a place costs more than the most uneven shortage, which costs more than all ranks, and a
/// rank costs more than all moves. Choices that were not wished for share one node per slot, and wishes for any zone
/// share one per shift, so that there are few arcs. If slots are tied together, each has a separate exit node, after
/// which only those places are open in which the most even solutions differ.
public struct AssignmentNetwork: Sendable {
  public private(set) var network = FlowNetwork()
  /// The claims to be decided, as indices in the problem's claims.
  let claims: [Int]
  /// Nodes below this number stand for places, the others for persons and their claims.
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

  /// Creates the network of the given `claims` of `problem`, which are in ascending order, and of their
  /// slots.
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
  /// Returns the number of new claims of each slot that get a place, if claims for sets of posts are among `claims`.
  /// The posts then matter, and claims that hold a place may be moved to make room.
  ///
  /// - Parameter costs: the cost of each further place of each slot, in the order in which they are filled.
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

/// Builds a network: sections and shifts first, then person by person.
private struct Builder {
  let problem: AssignmentProblem
  let claims: [Int]
  /// The costs of a rank and of a move, and the cost of leaving a person without a place.
  let rank: Int64
  let move: Int64
  private(set) var nothing: Int64
  var network = FlowNetwork()
  var nodes: [Int32] = []
  var choices: [[AssignmentNetwork.Choice]] = []
  let sink: Int32
  /// The exit arcs of each slot, if only missed places count.
  private(set) var exitArcs: [Range<Int>] = []
  /// The nodes through which a section, any section of a shift, and any section of a slot are reached; -1 if there is none.
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
    let slots = Set(claims.map { problem.claims[$0].slot }).sorted()
    let exits = slots.count > 1 ? appendExits(EvenShortage(problem, claims: claims)) : [sink]
    appendSlots(slots, to: exits)
  }

  /// Creates a network in which only missed places count: each slot has an exit arc for each of its places beyond the
  /// number `held`, in order, at the costs in `costs`.
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

  /// Appends the exit nodes of slots, if the shortage is spread as in `even`: the flow of places filled in every
  /// optimal solution ends there, and that of places that may be filled in addition continues to the sink, at a cost
  /// higher than all ranks.
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

  /// Appends the claims of one person, which are in `range`.
  mutating func appendPerson(_ range: Range<Int>) {
    for place in range where claim(place).held != .none {
      nodes[place] = supplied(1)
      appendChoices(place)
    }
    let new = range.filter { claim($0).held == .none }
    guard let first = new.first else { return }
    let limit = Int64(problem.limits[Int(claim(first).person)])
    let groups = Set(new.map { group(of: $0) }).sorted()
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

  /// Returns a node that supplies `count` units to the sink.
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
