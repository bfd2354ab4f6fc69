import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Every policy of the list chooses as its name says, and the same each time.
@Suite struct PolicyTests {
  @Test(arguments: PolicyName.allCases, [Ground.plane, .city])
  func theSameSetupTwiceGivesTheSameRecords(_ name: PolicyName, _ ground: Ground) {
    forAll(seeds: 0..<4) { seed in
      let first = try World(ground, spacing: 100, seed: seed).records(name.policy)
      let second = try World(ground, spacing: 100, seed: seed).records(name.policy)
      return first.text == second.text ? nil : "two runs of one setup differ"
    }
  }

  @Test(arguments: PolicyName.allCases)
  func policiesChooseAsTheyAreCalled(_ name: PolicyName) {
    var chosen = 0
    forAll(seeds: 0..<6) { seed in
      let checker = ChoiceChecker(name)
      _ = try World(.plane, spacing: 100, seed: seed).records(checker)
      chosen += checker.chosen
      return checker.fault
    }
    #expect(chosen > 20)
  }
}

/// Asks the policy of a name, and checks that its choice is the one that the name says.
private final class ChoiceChecker: Policy, @unchecked Sendable {
  let name = "checker"
  private let tested: PolicyName
  private(set) var chosen = 0
  private(set) var fault: String?

  var vantage: Vantage { tested.policy.vantage }

  init(_ tested: PolicyName) { self.tested = tested }

  func choose(for attempt: inout Attempt) throws -> Candidate? {
    let choice = try tested.policy.choose(for: &attempt)
    if choice != nil { chosen += 1 }
    let candidates = attempt.candidates()
    let pickup = attempt.request.origin.position
    func metres(_ candidate: Candidate) -> Double { (candidate.reported - pickup).squaredLength }
    let isRight =
      switch tested {
      // Of a request alone: `BatchTests` hold what is decided together to brute force.
      case .twoCircles, .batch: candidates.map(\.cost).min() == choice?.cost
      case .nearest: candidates.map(metres).min() == choice.map(metres)
      case .first: candidates.map(\.driver).min() == choice?.driver
      case .random:
        try candidates.isEmpty == (choice == nil)
          && tested.policy.choose(for: &attempt)?.driver == choice?.driver
      case .stable:
        candidates.map { tested.policy.worth(of: $0, in: attempt) }.min()
          == choice.map { tested.policy.worth(of: $0, in: attempt) }
      // It looks beyond the candidates: `InsertionTests` hold each choice to brute force.
      case .insertion: choice != nil || candidates.isEmpty
      }
    if !isRight { fault = "\(choice as Any) of \(candidates)" }
    return choice
  }
}

extension RunRecords {
  /// Everything that is a result, in words.
  var text: String {
    var records = self
    for index in records.attempts.indices { records.attempts[index].decisionNanoseconds = 0 }
    records.heldUp = []
    return "\(records)"
  }
}
