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

  @Test func `who may serve in several slots is sent where the largest share is missing`() {
    // 4 of 4 and 3 of 3 are missing, then 3 of 4 and 3 of 3, 3 of 4 and 2 of 3, 2 of 4 and 2 of 3.
    let programme = Programme(
      slots: [
        Slot("day", begin: Milliseconds(0), end: Milliseconds(100)),
        Slot("night", begin: Milliseconds(100), end: Milliseconds(200)),
      ],
      posts: [Post("desk", slots: [0], capacity: 4), Post("bar", slots: [1], capacity: 3)])
    var problem = AssignmentProblem(programme)
    for _ in 0..<4 {
      _ = problem.appendPerson(limit: 1)
      for slot in programme.slots.places { problem.appendClaim(slot: slot, wishes: []) }
    }
    let solution = problem.greedySolution(turns: 0..<4)
    #expect(
      solution.map(\.rawValue) == [0, -1, -1, 1, 0, -1, -1, 1].map { Int32($0) }, "\(solution)")
  }

  @Test func `each turn is served as going through all slots, posts and zones says`() {
    forAll(seeds: 0..<500) { seed in
      var draws = KeyedGenerator(seed: seed, replication: 2, purpose: .rows)
      let problem = MadeUp.problem(
        &draws, slots: 1 + Int(seed % 4), posts: 1 + Int(seed % 5), claims: 16, wishes: 3,
        overlap: false, heldShare: 0.2, limitShare: 0.5)
      var turns = problem.limits.indices.map { Int32($0) }
      draws.shuffle(&turns)
      let solution = problem.greedySolution(turns: turns)
      var left = Left(problem)
      for claim in problem.claims where claim.held != .none { left.take(claim.held) }
      for person in turns {
        var open = problem.claims.indices.filter {
          problem.claims[$0].person == person && problem.claims[$0].held == .none
        }
        var given = 0
        while let next = left.neediest(open) {
          open.removeAll { $0 == next }
          let expected = given < problem.limits[Int(person)] ? left.choice(for: problem.claims[next]) : .none
          guard solution[next] == expected else { return "claim \(next): \(solution[next]), not \(expected)" }
          guard expected != .none else { continue }
          left.take(expected)
          given += 1
        }
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

    /// The claim in whose slot the largest share is missing; the first of equals.
    func neediest(_ claims: [Int]) -> Int? {
      let programme = problem.programme
      let shares = claims.map { claim in
        let shifts = programme.shifts.places.filter {
          programme.shifts[$0].slot == problem.claims[claim].slot
        }
        let places = shifts.map { Double(programme.shifts[$0].capacity) }.reduce(0, +)
        return places > 0 ? shifts.map { Double(ofShift($0)) }.reduce(0, +) / places : 0
      }
      guard let most = shares.max() else { return nil }
      return zip(claims, shares).first { $1 > most - 1e-9 }?.0
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
