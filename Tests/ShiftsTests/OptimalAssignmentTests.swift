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
      var turns = Array(problem.claims.indices)
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
    #expect(fewer > 10, "where limits bind it fills fewer in some of them")
    #expect(worse > 200, "and it meets the wishes less well in many")
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
