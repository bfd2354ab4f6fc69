public import Assignment
import Quantities

/// Claims as a flow of least cost: a unit for each person and group of joined slots runs through one of their claims to
/// the section of a wish, to any section of a shift, or to any of the slot, or stays with its person.
///
/// A person left without costs more than the most uneven shortage, that more than all ranks, and a rank more than all
/// moves. What is not wished for runs through one node for the slot, and a wish for any zone through one for the shift, so
/// that there are few arcs. Where slots are tied together each is left through a node of its own, behind which only the
/// places are open about which the most even ways differ.
public struct AssignmentNetwork: Sendable {
  public private(set) var network = FlowNetwork()
  /// The claims that it decides, as indexes of the problem's.
  let claims: [Int]
  /// The nodes below it stand for places, the others for persons and their claims.
  let hubCount: Int
  /// The node of each claim.
  private(set) var nodes: [Int32] = []
  /// The choices of each claim, from the best, each with its arc.
  private(set) var choices: [[Choice]] = []

  /// A choice that a claim may get.
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

  /// The network of those `claims` of `problem`, which ascend, and of the slots that they are for.
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
  /// Returns the number of new claims of each slot that are given a place when claims for sets of posts are among `claims`. Then
  /// the posts matter, and claims that hold a place may make room.
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

/// Puts a network together: sections and shifts first, then person by person.
private struct Builder {
  let problem: AssignmentProblem
  let claims: [Int]
  /// The costs of a rank and of a move, and the cost of leaving somebody without.
  let rank: Int64
  let move: Int64
  private(set) var nothing: Int64
  var network = FlowNetwork()
  var nodes: [Int32] = []
  var choices: [[AssignmentNetwork.Choice]] = []
  let sink: Int32
  /// The arcs through which each slot is left, where only the places missed count.
  private(set) var exitArcs: [Range<Int>] = []
  /// The nodes through which a section, any of a shift, and any of a slot are reached; -1 where there is none.
  var sectionNodes: [Int32]
  var shiftNodes: [Int32]
  var slotNodes: [Int32]

  /// Begins with the places.
  ///
  /// - Parameter allRanks: what costs more than all ranks and moves together.
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

  /// Begins a network in which only the places missed count: each slot is left through an arc for each of its places beyond
  /// the number `held`, which costs as much as `costs` says, in their order.
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

  /// Appends the nodes through which slots are left, when the shortage is spread as evenly as `even` says: what is filled
  /// in every best way is taken there, and what may be filled besides runs on to the sink, at a cost beyond all ranks.
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
    // A shift without places is reached by nobody, and would only burden the search.
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

  /// Appends the claims of one person, which stand in `range`.
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

  /// A node that sends `count` units on their way to the sink.
  private mutating func supplied(_ count: Int64) -> Int32 {
    network.add(-count, toSupplyOf: sink)
    return network.appendNode(supply: count)
  }

  /// Appends what a claim may get, from the best.
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
