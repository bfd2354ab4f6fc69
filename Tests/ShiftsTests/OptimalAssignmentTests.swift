import Assignment
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Shifts

struct OptimalAssignmentTests {
  @Test func `on a thousand small festivals the optimum is the one that trying all finds`() {
    var moves = 0
    forAll(seeds: 0..<1000) { seed in
      var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .rows)
      let problem = MadeUp.problem(
        &draws, slots: 1 + Int(seed % 3), posts: 1 + Int(seed % 4), claims: 5, wishes: 3,
        overlap: seed % 2 == 0, heldShare: 0.3, limitShare: 0.4)
      let solution = problem.optimalSolution()
      let witness = AssignmentWitness(problem)
      if let fault = witness.fault(solution) { return fault }
      moves += problem.score(solution).moves
      return witness.key(solution) == witness.bestKey
        ? nil : "\(solution) \(witness.key(solution)) instead of \(witness.best) \(witness.bestKey)"
    }
    #expect(moves > 0, "somebody is moved in some of them")
  }

  @Test func `the greedy assignment keeps the rules and fills no more than the optimum`() {
    var (fewer, worse) = (0, 0)
    forAll(seeds: 0..<1000) { seed in
      var draws = KeyedGenerator(seed: seed, replication: 1, purpose: .rows)
      let problem = MadeUp.problem(
        &draws, slots: 1 + Int(seed % 3), posts: 1 + Int(seed % 4), claims: 12, wishes: 3,
        overlap: seed % 2 == 0, heldShare: 0.3, limitShare: 0.4)
      var turns = problem.limits.indices.map { Int32($0) }
      draws.shuffle(&turns)
      let greedy = problem.greedySolution(turns: turns)
      let witness = AssignmentWitness(empty: problem)
      if let fault = witness.fault(greedy) { return fault }
      let (least, most) = (problem.score(greedy), problem.score(problem.optimalSolution()))
      guard least.moves == 0 else { return "greedy moves somebody" }
      fewer += least.filled < most.filled ? 1 : 0
      worse += least.filled == most.filled && least.ranks > most.ranks ? 1 : 0
      return least.filled <= most.filled ? nil : "greedy fills \(least.filled), the optimum \(most.filled)"
    }
    #expect(fewer > 3, "where limits bind it fills fewer in some of them")
    #expect(worse > 200, "and it meets the wishes less well in many")
  }

  @Test func `the shortage is the most even of all with the most places, on a thousand small festivals`() {
    var uneven = 0
    forAll(seeds: 0..<1000) { seed in
      var draws = KeyedGenerator(seed: seed, replication: 3, purpose: .rows)
      let problem = MadeUp.problem(
        &draws, slots: 2 + Int(seed % 4), posts: 1 + Int(seed % 7), claims: 30, wishes: 2,
        overlap: seed % 3 == 0, heldShare: 0.1, limitShare: 0.9)
      let solution = problem.optimalSolution()
      let witness = AssignmentWitness(empty: problem)
      if let fault = witness.fault(solution) { return fault }
      let filled = FilledWitness(problem)
      guard problem.score(solution).filled == filled.most else {
        return "\(problem.score(solution).filled) places instead of \(filled.most)"
      }
      uneven += filled.shortages.count > 1 ? 1 : 0
      let found = witness.shortages(solution)
      return filled.shortages.first == found ? nil : "\(found) instead of \(filled.shortages.first ?? [])"
    }
    #expect(uneven > 400, "in \(uneven) festivals there is something to choose")
  }

  @Test func `the last day is not emptied to fill the first`() {
    // Nine slots of ten places, and people for two thirds of them, who take two shifts anywhere.
    let slots = (0..<9).map {
      Slot("s\($0)", begin: Milliseconds($0 * 100), end: Milliseconds($0 * 100 + 100))
    }
    let programme = Programme(
      slots: slots, posts: [Post("desk", slots: Array(slots.places), capacity: 10)])
    var problem = AssignmentProblem(programme)
    for _ in 0..<30 {
      _ = problem.appendPerson(limit: 2)
      for slot in slots.places { problem.appendClaim(slot: slot, wishes: []) }
    }
    for solution in [problem.optimalSolution(), problem.greedySolution(turns: 0..<30)] {
      let filled = slots.places.map { slot in
        zip(problem.claims, solution).count { $0.slot == slot && $1 != .none }
      }
      #expect(filled.sorted() == [6, 6, 6, 7, 7, 7, 7, 7, 7], "\(filled)")
    }
  }

  @Test func `the share of a slot counts, not the number of places`() {
    // 12 and 6 places, 9 persons for either: half of each is missing, not 4 or 5 of both.
    let programme = Programme(
      slots: [
        Slot("day", begin: Milliseconds(0), end: Milliseconds(100)),
        Slot("night", begin: Milliseconds(100), end: Milliseconds(200)),
      ],
      posts: [Post("desk", slots: [0], capacity: 12), Post("bar", slots: [1], capacity: 6)])
    var problem = AssignmentProblem(programme)
    for _ in 0..<9 {
      _ = problem.appendPerson(limit: 1)
      for slot in programme.slots.places { problem.appendClaim(slot: slot, wishes: []) }
    }
    let solution = problem.optimalSolution()
    #expect(solution.count { $0 == 0 } == 6 && solution.count { $0 == 1 } == 3, "\(solution)")
  }

  @Test(arguments: [(400, 3, 6), (2000, 9, 40)])
  func `on large festivals the flow carries a dual certificate`(claims: Int, slots: Int, posts: Int) {
    var draws = KeyedGenerator(seed: 7, replication: UInt32(claims), purpose: .rows)
    let problem = MadeUp.problem(
      &draws, slots: slots, posts: posts, claims: claims, wishes: 3, overlap: true, heldShare: 0.3,
      limitShare: 0.3)
    for part in problem.independentParts() {
      let network = AssignmentNetwork(problem, claims: part).network
      let flow = network.leastCostFlow()
      var balance = network.supplies
      for arc in network.tails.indices {
        let amount = flow.amounts[arc]
        #expect(amount >= 0 && amount <= network.capacities[arc])
        balance[Int(network.tails[arc])] -= amount
        balance[Int(network.heads[arc])] += amount
        let cost =
          network.costs[arc] + flow.potentials[Int(network.tails[arc])]
          - flow.potentials[Int(network.heads[arc])]
        if amount < network.capacities[arc] { #expect(cost >= 0, "arc \(arc) would make it cheaper") }
        if amount > 0 { #expect(cost <= 0, "arc \(arc) makes it dearer") }
      }
      #expect(balance.allSatisfy { $0 == 0 }, "what flows into a node flows out of it")
    }
    #expect(AssignmentWitness(empty: problem).fault(problem.optimalSolution()) == nil)
  }

  @Test func `slots that no limit ties together are decided apart, and together alike`() {
    var draws = KeyedGenerator(seed: 3, replication: 0, purpose: .rows)
    let problem = MadeUp.problem(
      &draws, slots: 6, posts: 5, claims: 60, wishes: 3, overlap: false, heldShare: 0.2, limitShare: 0)
    #expect(problem.independentParts().count == 6)
    let whole = AssignmentNetwork(problem, claims: Array(problem.claims.indices))
    let flow = whole.network.leastCostFlow()
    let filled = whole.targets(flow).count { if case .nothing = $0 { false } else { true } }
    #expect(filled == problem.score(problem.optimalSolution()).filled)
  }
}

/// What slots may fill, person by person: every number of places that is reached, by rules written apart from the sources.
private struct FilledWitness {
  /// The most places filled in all.
  let most: Int
  /// The shortages of all ways to fill so many, the most even first.
  let shortages: [[Int]]

  init(_ problem: AssignmentProblem) {
    let programme = problem.programme
    let slots = programme.slots.places
    var room = slots.map { slot in
      programme.shiftsOfSlot[Int(slot)].reduce(0) { $0 + Int(problem.freeOfShift[Int($1)]) }
    }
    let all = room
    for claim in problem.claims where claim.held != .none { room[Int(claim.slot)] -= 1 }
    var reached: Set<[Int]> = [Array(repeating: 0, count: slots.count)]
    for person in problem.limits.indices {
      let mine = problem.claims.filter { Int($0.person) == person && $0.held == .none }.map { Int($0.slot) }
      // Subsets of the person's slots, of which no two are joined.
      var subsets: [[Int]] = [[]]
      for slot in mine {
        subsets += subsets.filter { chosen in
          chosen.count < problem.limits[person]
            && !chosen.contains { programme.groups[$0] == programme.groups[slot] }
        }.map { $0 + [slot] }
      }
      var next: Set<[Int]> = []
      for filled in reached {
        for chosen in subsets {
          var filled = filled
          for slot in chosen { filled[slot] += 1 }
          if zip(filled, room).allSatisfy({ $0 <= $1 }) { next.insert(filled) }
        }
      }
      reached = next
    }
    let best = reached.map { $0.reduce(0, +) }.max() ?? 0
    most = best + zip(all, room).reduce(0) { $0 + $1.0 - $1.1 }
    let places = slots.map { slot in
      programme.shiftsOfSlot[Int(slot)].reduce(0) { $0 + Int(programme.shifts[$1].capacity) }
    }
    let needed = slots.map { Int($0) }.filter { places[$0] > 0 }
    let unit = needed.reduce(1) { $0 * places[$1] }
    let sorted = Set(
      reached.filter { $0.reduce(0, +) == best }.map { filled in
        needed.map { (room[$0] - filled[$0]) * (unit / places[$0]) }.sorted(by: >)
      })
    shortages = sorted.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
