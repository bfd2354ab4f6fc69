public import Lifecycle
import Quantities

extension ShiftsMarket {
  public mutating func decide(together calls: [Call], _ desk: inout Desk) -> [ShiftAttemptRecord] {
    let start = desk.beginDecision()
    core.occupancy.open(until: desk.now, core.festival.programme)
    let deadline = Deadline(&self, calls, &desk)
    let solution =
      core.rules.fields.matching.assignment == .greedy
      ? deadline.problem.greedySolution(turns: turns(of: deadline))
      : deadline.problem.optimalSolution()
    move(deadline, solution, &desk)
    appointReserve(deadline, solution, &desk)
    let records = calls.indices.map { record(of: calls[$0], deadline, deadline.claimOfCall[$0], solution) }
    let each = desk.endDecision(start, of: calls.count)
    return records.map { record in
      var record = record
      record.decisionNanoseconds = each
      return record
    }
  }

  /// Returns the persons in sign-up order, including those who are still trying wishes at the deadline. Persons who
  /// signed up at the same time are in ascending order of id.
  func turns(of deadline: Deadline) -> [Int32] {
    let signUps = deadline.persons.map { core.festival.volunteers[$0].signUp }
    return deadline.persons.indices.map { Int32($0) }.ordered { one, other in
      (signUps[Int(one)], one) < (signUps[Int(other)], other)
    }
  }

  /// Moves volunteers to their new sections in `solution`; all places are released before any is taken.
  private mutating func move(_ deadline: Deadline, _ solution: [SectionIndex], _ desk: inout Desk) {
    let moved = solution.indices.filter {
      deadline.problem.claims[$0].held != .none && deadline.problem.claims[$0].held != solution[$0]
    }
    let time = desk.now
    for claim in moved {
      let (request, held) = (deadline.requests[claim], deadline.problem.claims[claim].held)
      core.occupancy.give(back: held, core.festival.programme)
      core.write(.movedFrom, request, held, at: time)
    }
    for claim in moved {
      let (request, section) = (deadline.requests[claim], solution[claim])
      core.occupancy.take(section, core.festival.programme)
      core.write(.movedTo, request, section, at: time)
      core.sections[Int(request)] = section
      desk.records.requests[request].section = section
      desk.records.requests[request].moves += 1
      desk.rebind(request, to: core.festival.programme.sections[section].shift)
      core.confirm(request, at: time)
      desk.note(.moved, provider: core.festival.programme.sections[section].shift, request: request)
    }
  }

  /// Returns the record of a sign-up that was decided together with others; `claim` is negative if it was not part of
  /// the assignment problem.
  private func record(
    of call: Call, _ deadline: Deadline, _ claim: Int, _ solution: [SectionIndex]
  ) -> ShiftAttemptRecord {
    let programme = core.festival.programme
    var record = ShiftAttemptRecord(call)
    record.isAssignment = true
    let shifts = programme.shiftsOfSlot[Int(core.festival.requests[call.request].slot)]
    func fill(_ stages: ShiftStage...) { for stage in stages { record.funnel[stage] = Int32(shifts.count) } }
    func fail(_ stage: ShiftStage) {
      record.funnel[stage] = 0
      record.cause = stage.cause
    }
    fill(.isOpen)
    let section = claim < 0 ? .none : solution[claim]
    if section != .none {
      fill(.slotFree, .belowMost)
      let free = Int32(shifts.count { deadline.problem.freeOfShift[Int($0)] > 0 })
      record.funnel[.postFree] = free
      record.funnel[.zoneFree] = free
      choose(section, &record)
    } else if claim < 0 || deadline.isJoined(claim, solution) {
      fail(.slotFree)
    } else if deadline.isAtLimit(claim, solution) {
      fill(.slotFree)
      fail(.belowMost)
    } else {
      fill(.slotFree, .belowMost)
      fail(.postFree)
    }
    return record
  }
}

/// The assignment at the deadline: its problem, and the sign-ups decided in it.
struct Deadline {
  private(set) var problem: AssignmentProblem
  /// The sign-up of each claim.
  private(set) var requests: [SignUpIndex] = []
  /// The claim of each call; −1 if the call's slot is joined with a slot in which the volunteer has a place.
  private(set) var claimOfCall: [Int]
  /// The volunteer for each person in the problem.
  private(set) var persons: [VolunteerIndex] = []
  /// The claims of each person.
  private(set) var claimsOfPerson: [Range<Int>] = []

  /// Creates the assignment problem of `calls`. `market` and `desk` are not changed; they are `inout` only because
  /// borrowing them would slow down compilation.
  init(_ market: inout ShiftsMarket, _ calls: [ShiftsMarket.Call], _ desk: inout ShiftsMarket.Desk) {
    let festival = market.core.festival
    let (programme, allWishes) = (festival.programme, festival.wishes)
    problem = AssignmentProblem(programme)
    for section in programme.sections.places {
      problem.freeOfSection[Int(section)] = market.core.occupancy.free(section, programme)
    }
    for shift in programme.shifts.places {
      problem.freeOfShift[Int(shift)] = market.core.occupancy.free(shift, programme)
    }
    claimOfCall = Array(repeating: -1, count: calls.count)
    var callOfSignUp = Array(repeating: Int32(-1), count: festival.requests.count)
    for (number, call) in calls.enumerated() { callOfSignUp[Int(call.request)] = Int32(number) }
    let allowsMoves =
      market.core.rules.fields.matching.assignment == .optimal
      && market.core.rules.fields.matching.allowsMoves
    for volunteer in festival.volunteers.places {
      let range = festival.volunteers[volunteer].requests
      guard range.contains(where: { festival.requests[$0].isAssigned }) else { continue }
      var groups: [SlotIndex] = []
      for request in range where market.core.sections[Int(request)] != .none {
        groups.append(programme.groups[Int(festival.requests[request].slot)])
      }
      let held = market.core.heldCounts[Int(volunteer)]
      let most = festival.volunteers[volunteer].maxShifts
      _ = problem.appendPerson(limit: most == .max ? .max : max(0, most - held))
      persons.append(volunteer)
      let first = problem.claims.count
      for request in range where festival.requests[request].isAssigned {
        let slot = festival.requests[request].slot
        let wishes = festival.requests[request].wishes.lazy.map { allWishes[Int($0)] }
        let section = market.core.sections[Int(request)]
        if section != .none {
          guard allowsMoves, desk.phase(of: request) == .matched, !programme.isUnzoned(section) else {
            continue
          }
          problem.freeOfSection[Int(section)] += 1
          problem.freeOfShift[Int(programme.sections[section].shift)] += 1
        } else {
          guard callOfSignUp[Int(request)] >= 0, !groups.contains(programme.groups[Int(slot)]) else {
            continue
          }
          claimOfCall[Int(callOfSignUp[Int(request)])] = problem.claims.count
        }
        problem.appendClaim(
          slot: slot, held: section, isSet: festival.requests[request].isSet, wishes: wishes)
        requests.append(request)
      }
      claimsOfPerson.append(first..<problem.claims.count)
    }
  }

  /// Returns the other new claims by the same person as `claim` that get a section in `solution`.
  private func given(besides claim: Int, _ solution: [SectionIndex]) -> [Int] {
    claimsOfPerson[Int(problem.claims[claim].person)].filter {
      $0 != claim && problem.claims[$0].held == .none && solution[$0] != .none
    }
  }

  /// Returns whether the person of `claim` gets a section in another slot that is joined with the claim's slot.
  func isJoined(_ claim: Int, _ solution: [SectionIndex]) -> Bool {
    let groups = problem.programme.groups
    let group = groups[Int(problem.claims[claim].slot)]
    return given(besides: claim, solution).contains { groups[Int(problem.claims[$0].slot)] == group }
  }

  /// Returns whether the person of `claim` gets the maximum number of sections that they accept.
  func isAtLimit(_ claim: Int, _ solution: [SectionIndex]) -> Bool {
    given(besides: claim, solution).count >= Int(problem.limits[Int(problem.claims[claim].person)])
  }
}
