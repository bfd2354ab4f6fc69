import Assignment
import Quantities

/// The number of claims filled in each slot, if as many places as possible are filled and the shortage is spread as
/// evenly as possible.
///
/// A slot's shortage is the share of its places that stay empty. The shortages, sorted in descending order, are
/// lexicographically minimal: the largest shortage is as small as possible, then the second largest, and so on. This is
/// a flow problem with convex costs. The feasible numbers of filled places form an M-convex set, on which a solution is
/// optimal if it cannot be improved by moving one filled place from one slot to another. Therefore, only the order of
/// the places' costs matters, not their size. Since the costs are strictly convex, optimal solutions differ by at most
/// one place in each slot.
///
/// Fujishige 1980, doi:10.1287/moor.5.2.186; Frank and Murota 2022, doi:10.1007/s10107-021-01711-5.
struct EvenShortage {
  /// The slots in which claims are decided, in ascending order.
  let slots: [SlotIndex]
  /// The number of claims without a held place that are filled in one of the optimal solutions, for each slot.
  private(set) var filled: [Int64]
  /// The number of places of each slot that stay empty if no such claim is filled, and the maximum number of these
  /// places that claims can fill.
  private let empty: [Int64]
  private let room: [Int64]
  /// The total number of places of each slot.
  private let places: [Int64]

  /// An empty place: the last of `empty` empty places in a slot with `places` places. Places compare by how urgently
  /// they should be filled.
  struct Place: Hashable, Comparable {
    let empty: Int64
    let places: Int64

    /// Compares by the share of empty places. If these are equal, the place in the smaller slot is more urgent, since
    /// filling it reduces the share further.
    static func < (one: Self, other: Self) -> Bool {
      let (left, right) = (one.empty * other.places, other.empty * one.places)
      return left == right ? one.places > other.places : left < right
    }
  }

  /// Computes the most even shortage over the slots of the given `claims` of `problem`.
  init(_ problem: AssignmentProblem, claims: [Int]) {
    let slots = Set(claims.map { problem.claims[$0].slot }).ordered()
    let programme = problem.programme
    let rest = Rest(problem)
    var held = Array(repeating: Int64(0), count: programme.slots.count)
    var new = held
    for claim in claims.lazy.map({ problem.claims[$0] }) {
      if claim.held == .none { new[Int(claim.slot)] += 1 } else { held[Int(claim.slot)] += 1 }
    }
    self.slots = slots
    empty = slots.map { Int64(rest.ofSlot[Int($0)]) - held[Int($0)] }
    room = slots.map { slot in
      let left = programme.shiftsOfSlot[Int(slot)].reduce(Int64(0)) {
        $0 + Int64(max(0, rest.left(of: $1, programme)))
      }
      return min(left - held[Int(slot)], new[Int(slot)])
    }
    places = slots.map { Int64(programme.places(in: $0)) }
    filled = []
    if claims.contains(where: { problem.claims[$0].isSet }) {
      let steps = slots.indices.map(steps)
      let costs = Self.costs(of: steps.flatMap(\.self))
      filled = Self.filled(
        problem, claims: claims, slots: slots, costs: steps.map { $0.map { costs[$0] ?? 0 } })
      return
    }
    filled = leastShortage(problem, claims: claims.filter { problem.claims[$0].held == .none })
  }

  /// Returns the place filled as the `number`-th in the slot at `index`.
  private func place(_ index: Int, filling number: Int64) -> Place {
    Place(empty: empty[index] - number + 1, places: places[index])
  }

  /// Returns the places of the slot at `index` that may be filled, in the sequence of filling.
  private func steps(_ index: Int) -> [Place] {
    room[index] > 0 ? (1...room[index]).map { place(index, filling: $0) } : []
  }

  /// Returns the places of the slot at `index` in which optimal solutions may differ: the last one filled and the next
  /// one.
  func openPlaces(_ index: Int) -> [Place] {
    [filled[index], filled[index] + 1].filter { (1...max(1, room[index])).contains($0) && room[index] > 0 }
      .map { place(index, filling: $0) }
  }

  /// Returns a lower bound on the number of claims of the slot at `index` that are filled in any optimal solution.
  func certain(_ index: Int) -> Int64 { max(0, filled[index] - 1) }

  /// Returns the number of filled places of each slot in a minimum-cost flow from persons, through groups of joined
  /// slots, to the slots, whose most urgent places are filled first.
  private func leastShortage(_ problem: AssignmentProblem, claims: [Int]) -> [Int64] {
    let steps = slots.indices.map(steps)
    let costs = Self.costs(of: steps.flatMap(\.self))
    let nothing = Int64(claims.count) * Int64(costs.count + 1) + 1
    var network = FlowNetwork()
    let sink = network.appendNode()
    var nodes = Array(repeating: Int32(-1), count: problem.programme.slots.count)
    var arcs: [Range<Int>] = []
    for (slot, steps) in zip(slots, steps) {
      nodes[Int(slot)] = network.appendNode()
      let first = network.tails.count
      for step in steps { network.appendArc(from: nodes[Int(slot)], to: sink, cost: costs[step] ?? 0) }
      arcs.append(first..<network.tails.count)
    }
    for person in problem.byPerson(claims) {
      let groups = problem.byGroup(person)
      let limit = problem.limits[Int(problem.claims[person[person.startIndex]].person)]
      let supply = min(Int64(limit), Int64(groups.count))
      let root = network.appendNode(supply: supply)
      network.add(-supply, toSupplyOf: sink)
      network.appendArc(from: root, to: sink, capacity: supply, cost: nothing)
      for group in groups {
        let node = network.appendNode()
        network.appendArc(from: root, to: node)
        for claim in group { network.appendArc(from: node, to: nodes[Int(problem.claims[claim].slot)]) }
      }
    }
    let amounts = network.leastCostFlow().amounts
    return arcs.map { amounts[$0].reduce(0, +) }
  }

  /// Returns the cost of filling each of `places`: 0 for the most urgent place, 1 for the next, and so on.
  static func costs(of places: [Place]) -> [Place: Int64] {
    var costs: [Place: Int64] = [:]
    for place in places.ordered(by: >) where costs[place] == nil { costs[place] = Int64(costs.count) }
    return costs
  }
}

extension AssignmentProblem {
  /// Returns `claims` grouped by person; `claims` must be in ascending order.
  func byPerson(_ claims: [Int]) -> [ArraySlice<Int>] {
    claims.chunks { self.claims[$0].person == self.claims[$1].person }
  }

  /// Returns the `claims` of one person, grouped by group of joined slots, each in ascending order.
  func byGroup(_ claims: some Collection<Int>) -> [[Int]] {
    let groups = Dictionary(grouping: claims) { programme.groups[Int(self.claims[$0].slot)] }
    return groups.ordered { $0.key < $1.key }.map(\.value)
  }
}

extension Array {
  /// Splits the collection between adjacent elements for which `belong` is false.
  fileprivate func chunks(_ belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var first = startIndex
    for place in indices where place + 1 == endIndex || !belong(self[place], self[place + 1]) {
      chunks.append(self[first...place])
      first = place + 1
    }
    return chunks
  }
}
