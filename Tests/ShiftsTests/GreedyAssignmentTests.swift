import Quantities
import Statistics
import TestSupport
import Testing

@testable import Shifts

struct GreedyAssignmentTests {
  @Test func `without a wish that has a place it takes the post with the most, then its emptiest zone`() {
    // Two zones of two places are a post with four, which is more than the three of the desk.
    let programme = Programme(
      slots: [Slot("day", begin: Milliseconds(0), end: Milliseconds(100))], zones: ["north", "south"],
      posts: [
        Post("desk", slots: [0], capacity: 3),
        Post("hall", slots: [0], zones: [.init(0, places: 2), .init(1, places: 2)]),
      ])
    var problem = AssignmentProblem(programme)
    for _ in 0..<7 {
      _ = problem.appendPerson()
      problem.appendClaim(slot: 0, wishes: [])
    }
    // 4 and 3, 3 and 3, 3 and 2, 2 and 2, …: the first of equals is the desk.
    #expect(problem.greedySolution(turns: 0..<7) == [1, 0, 2, 0, 1, 0, 2])
  }

  @Test func `each turn is served as going through all posts and zones says`() {
    forAll(seeds: 0..<500) { seed in
      var draws = KeyedGenerator(seed: seed, replication: 2, purpose: .rows)
      let problem = MadeUp.problem(
        &draws, slots: 1 + Int(seed % 3), posts: 1 + Int(seed % 5), claims: 12, wishes: 3,
        overlap: false, heldShare: 0.2, limitShare: 0)
      var turns = Array(problem.claims.indices)
      draws.shuffle(&turns)
      let solution = problem.greedySolution(turns: turns)
      var left = Left(problem)
      for claim in problem.claims where claim.held != .none { left.take(claim.held) }
      for turn in turns where problem.claims[turn].held == .none {
        let expected = left.choice(for: problem.claims[turn])
        guard solution[turn] == expected else { return "claim \(turn): \(solution[turn]), not \(expected)" }
        if expected != .none { left.take(expected) }
      }
      return nil
    }
  }

  /// The places left, by post and zone, counted anew at every question.
  private struct Left {
    let problem: AssignmentProblem
    private var taken: [SectionIndex] = []

    init(_ problem: AssignmentProblem) { self.problem = problem }

    mutating func take(_ section: SectionIndex) { taken.append(section) }

    private func ofShift(_ shift: ShiftIndex) -> Int {
      let sections = problem.programme.sections
      return Int(problem.freeOfShift[Int(shift)]) - taken.count { sections[$0].shift == shift }
    }

    private func ofZone(_ section: SectionIndex) -> Int {
      let own = Int(problem.freeOfSection[Int(section)]) - taken.count { $0 == section }
      return max(0, min(own, ofShift(problem.programme.sections[section].shift)))
    }

    private func ofPost(_ shift: ShiftIndex) -> Int {
      min(ofShift(shift), problem.programme.shifts[shift].sections.map(ofZoneAlone).reduce(0, +))
    }

    private func ofZoneAlone(_ section: SectionIndex) -> Int {
      max(0, Int(problem.freeOfSection[Int(section)]) - taken.count { $0 == section })
    }

    /// The zone of `shift` with the most places; the first of equals.
    private func emptiest(_ shift: ShiftIndex) -> SectionIndex {
      let sections = Array(problem.programme.shifts[shift].sections)
      let most = sections.map(ofZone).max() ?? 0
      return most > 0 ? sections.first { ofZone($0) == most } ?? .none : .none
    }

    func choice(for claim: AssignmentProblem.Claim) -> SectionIndex {
      for place in claim.wishes {
        let wish = problem.wishes[Int(place)]
        if wish.section == .none {
          if emptiest(wish.shift) != .none { return emptiest(wish.shift) }
        } else if ofZone(wish.section) > 0 {
          return wish.section
        }
      }
      let shifts = problem.programme.shifts.places.filter { problem.programme.shifts[$0].slot == claim.slot }
      let most = shifts.map(ofPost).max() ?? 0
      guard most > 0, let shift = shifts.first(where: { ofPost($0) == most }) else { return .none }
      return emptiest(shift)
    }
  }
}
