import Quantities

extension AssignmentProblem {
  /// Gives each claim, in turn, the best wish that has a place left, or else, of the post of its slot that has the most
  /// places left, the section that has the most; nobody who holds a section is moved.
  ///
  /// - Parameter turns: the claims in the order in which they are served.
  /// - Complexity: O(number of claims × sections of a slot).
  public func greedySolution(turns: some Sequence<Int>) -> [SectionIndex] {
    var solution = claims.map(\.held)
    var rest = Rest(self)
    for claim in solution.indices where solution[claim] != .none { rest.take(solution[claim], programme) }
    var limits = limits
    /// The groups of slots in which each person has a shift.
    var busy = Set<PersonAndGroup>()
    for claim in claims where claim.held != .none { busy.insert(PersonAndGroup(claim, programme)) }
    for turn in turns where solution[turn] == .none {
      let claim = claims[turn]
      let key = PersonAndGroup(claim, programme)
      guard limits[Int(claim.person)] > 0, !busy.contains(key) else { continue }
      guard let section = rest.best(for: claim, self) else { continue }
      rest.take(section, programme)
      limits[Int(claim.person)] -= 1
      busy.insert(key)
      solution[turn] = section
    }
    return solution
  }
}

/// A person and slots that are joined.
struct PersonAndGroup: Hashable {
  let person: Int32
  let group: SlotIndex

  init(_ claim: AssignmentProblem.Claim, _ programme: Programme) {
    person = claim.person
    group = programme.groups[Int(claim.slot)]
  }
}

/// The places that are left while a solution is made.
struct Rest {
  var ofSection: [Int32]
  var ofShift: [Int32]

  init(_ problem: AssignmentProblem) {
    ofSection = problem.freeOfSection
    ofShift = problem.freeOfShift
  }

  mutating func take(_ section: SectionIndex, _ programme: Programme) {
    ofSection[Int(section)] -= 1
    ofShift[Int(programme.sections[section].shift)] -= 1
  }

  func left(of section: SectionIndex, _ programme: Programme) -> Int32 {
    min(ofSection[Int(section)], ofShift[Int(programme.sections[section].shift)])
  }

  /// The section of `shift` with the most places left, the first of equals.
  func emptiest(of shift: ShiftIndex, _ programme: Programme) -> (section: SectionIndex, left: Int32)? {
    var best: (section: SectionIndex, left: Int32)?
    for section in programme.shifts[shift].sections {
      let left = left(of: section, programme)
      if left > best?.left ?? 0 { best = (section, left) }
    }
    return best
  }

  /// How many places `shift` has left, those of its sections together; no more than it takes persons.
  func left(of shift: ShiftIndex, _ programme: Programme) -> Int32 {
    let ofSections = programme.shifts[shift].sections.reduce(Int32(0)) { $0 + max(0, ofSection[Int($1)]) }
    return min(ofShift[Int(shift)], ofSections)
  }

  /// The section of the best wish that has one left, or else the emptiest of the shift of the slot with the most; the
  /// first of equals.
  func best(for claim: AssignmentProblem.Claim, _ problem: AssignmentProblem) -> SectionIndex? {
    let programme = problem.programme
    for place in claim.wishes {
      let wish = problem.wishes[Int(place)]
      if wish.section != .none {
        if left(of: wish.section, programme) > 0 { return wish.section }
      } else if let (section, _) = emptiest(of: wish.shift, programme) {
        return section
      }
    }
    var best: (shift: ShiftIndex, left: Int32)?
    for shift in programme.shiftsOfSlot[Int(claim.slot)] {
      let left = left(of: shift, programme)
      if left > best?.left ?? 0 { best = (shift, left) }
    }
    return best.flatMap { emptiest(of: $0.shift, programme)?.section }
  }
}
