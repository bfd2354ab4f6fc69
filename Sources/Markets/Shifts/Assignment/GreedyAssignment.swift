import Quantities

extension AssignmentProblem {
  /// Returns the solution found by serving one person after another. A person's claims are served in descending order
  /// of the current share of empty places in their slots; ties go to the first slot. A claim gets its best wish with a
  /// free place, or else the emptiest section of the post with the most free places in its slot. A claim for a set gets
  /// the post of the set with the most free places. Nobody who holds a section is moved.
  ///
  /// - Parameter turns: the persons, in the sequence in which they are served.
  /// - Complexity: O(number of claims × (claims of a person + sections of a slot)).
  public func greedySolution(turns: some Sequence<Int32>) -> [SectionIndex] {
    var solution = claims.map(\.held)
    var rest = Rest(self)
    for claim in solution.indices where solution[claim] != .none { rest.take(solution[claim], programme) }
    var ofPerson = Array(repeating: ArraySlice<Int>(), count: limits.count)
    for claims in byPerson(Array(claims.indices)) {
      ofPerson[Int(self.claims[claims[claims.startIndex]].person)] = claims
    }
    for person in turns {
      var busy = Set(ofPerson[Int(person)].filter { claims[$0].held != .none }.map(group))
      var open = ofPerson[Int(person)].filter { claims[$0].held == .none && !busy.contains(group(of: $0)) }
      var limit = limits[Int(person)]
      while limit > 0, let next = rest.neediest(of: open, self) {
        let claim = open.remove(at: next)
        guard let section = rest.best(for: claims[claim], self) else { continue }
        rest.take(section, programme)
        solution[claim] = section
        limit -= 1
        busy.insert(group(of: claim))
        open.removeAll { busy.contains(group(of: $0)) }
      }
    }
    return solution
  }

  private func group(of claim: Int) -> SlotIndex { programme.groups[Int(claims[claim].slot)] }
}

/// The free places remaining while a solution is built.
struct Rest {
  var ofSection: [Int32]
  var ofShift: [Int32]
  var ofSlot: [Int32]

  init(_ problem: AssignmentProblem) {
    ofSection = problem.freeOfSection
    ofShift = problem.freeOfShift
    ofSlot = problem.programme.shiftsOfSlot.map { $0.reduce(0) { $0 + problem.freeOfShift[Int($1)] } }
  }

  mutating func take(_ section: SectionIndex, _ programme: Programme) {
    ofSection[Int(section)] -= 1
    let shift = programme.sections[section].shift
    ofShift[Int(shift)] -= 1
    ofSlot[Int(programme.shifts[shift].slot)] -= 1
  }

  /// Returns the index in `claims` of the claim whose slot has the largest share of empty places; ties go to the first
  /// claim. nil if `claims` is empty.
  func neediest(of claims: [Int], _ problem: AssignmentProblem) -> Int? {
    var best: (place: Int, left: Int64, of: Int64)?
    for (place, claim) in claims.enumerated() {
      let slot = problem.claims[claim].slot
      let (left, all) = (Int64(ofSlot[Int(slot)]), Int64(problem.programme.places(in: slot)))
      guard let known = best else {
        best = (place, left, all)
        continue
      }
      if left * known.of > known.left * all { best = (place, left, all) }
    }
    return best?.place
  }

  func left(of section: SectionIndex, _ programme: Programme) -> Int32 {
    min(ofSection[Int(section)], ofShift[Int(programme.sections[section].shift)])
  }

  /// Returns the section of `shift` with the most free places, and their number; ties go to the first. nil if the shift
  /// is full.
  func emptiest(of shift: ShiftIndex, _ programme: Programme) -> (section: SectionIndex, left: Int32)? {
    var best: (section: SectionIndex, left: Int32)?
    for section in programme.shifts[shift].sections {
      let left = left(of: section, programme)
      if left > best?.left ?? 0 { best = (section, left) }
    }
    return best
  }

  /// Returns the number of free places in `shift`: the total over its sections, but at most the number of persons that
  /// the shift still accepts.
  func left(of shift: ShiftIndex, _ programme: Programme) -> Int32 {
    let ofSections = programme.shifts[shift].sections.reduce(Int32(0)) { $0 + max(0, ofSection[Int($1)]) }
    return min(ofShift[Int(shift)], ofSections)
  }

  /// Returns the section of the best wish with a free place or, if there is none, the emptiest section of the slot's
  /// shift with the most free places; ties go to the first. For a set, only the shifts of the set are considered.
  func best(for claim: AssignmentProblem.Claim, _ problem: AssignmentProblem) -> SectionIndex? {
    let programme = problem.programme
    if claim.isSet { return mostLeft(inSetOf: claim, problem) }
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

  /// Returns the emptiest section of the shift with the most free places in the set of `claim`; ties go to the first.
  /// nil if all are full.
  private func mostLeft(
    inSetOf claim: AssignmentProblem.Claim, _ problem: AssignmentProblem
  ) -> SectionIndex? {
    let programme = problem.programme
    var best: (section: SectionIndex, ofShift: Int32, left: Int32)?
    for place in claim.wishes {
      let wish = problem.wishes[Int(place)]
      let found =
        wish.section == .none
        ? emptiest(of: wish.shift, programme) : (wish.section, left(of: wish.section, programme))
      guard let found, found.1 > 0 else { continue }
      let ofShift = left(of: wish.shift, programme)
      if (ofShift, found.1) > (best?.ofShift ?? 0, best?.left ?? 0) { best = (found.0, ofShift, found.1) }
    }
    return best?.section
  }
}
