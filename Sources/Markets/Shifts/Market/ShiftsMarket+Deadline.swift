public import Lifecycle
import Quantities

extension ShiftsMarket {
  public mutating func decide(together calls: [Call], _ desk: inout Desk) -> [ShiftAttemptRecord] {
    let start = desk.beginDecision()
    let deadline = Deadline(self, calls, desk)
    let solution =
      shiftRules.assignment == .greedy
      ? deadline.problem.greedySolution(turns: turns(of: deadline))
      : deadline.problem.optimalSolution()
    move(deadline, solution, &desk)
    let records = calls.indices.map { record(of: calls[$0], deadline, deadline.claimOfCall[$0], solution) }
    let each = desk.endDecision(start, of: calls.count)
    return records.map { record in
      var record = record
      record.decisionNanoseconds = each
      return record
    }
  }

  /// The claims in the order of sign-up: who is still trying wishes at the deadline signed up when they did. Of the same
  /// moment the lower id comes first, and of one volunteer the earlier slot.
  private func turns(of deadline: Deadline) -> [Int] {
    deadline.claimOfCall.filter { $0 >= 0 }.sorted { one, other in
      let (first, second) = (deadline.asks[one], deadline.asks[other])
      return (submissions[Int(first)], first.rawValue) < (submissions[Int(second)], second.rawValue)
    }
  }

  /// Moves those who hold another section in the solution: all leave before any takes a place.
  private mutating func move(_ deadline: Deadline, _ solution: [SectionIndex], _ desk: inout Desk) {
    let moved = solution.indices.filter {
      deadline.problem.claims[$0].held != .none && deadline.problem.claims[$0].held != solution[$0]
    }
    let time = desk.now
    for claim in moved {
      let (ask, held) = (deadline.asks[claim], deadline.problem.claims[claim].held)
      occupancy.give(back: held, festival.programme)
      write(.movedFrom, ask, held, at: time)
    }
    for claim in moved {
      let (ask, section) = (deadline.asks[claim], solution[claim])
      occupancy.take(section, festival.programme)
      write(.movedTo, ask, section, at: time)
      sections[Int(ask)] = section
      desk.records.asks[ask].section = section
      desk.records.asks[ask].moves += 1
      desk.rebind(ask, to: festival.programme.sections[section].shift)
      desk.note(.moved, provider: festival.programme.sections[section].shift, ask: ask)
    }
  }

  /// What is written down of an ask that was decided with others; `claim` is negative where it had no part in it.
  private func record(
    of call: Call, _ deadline: Deadline, _ claim: Int, _ solution: [SectionIndex]
  ) -> ShiftAttemptRecord {
    let programme = festival.programme
    var record = ShiftAttemptRecord(call)
    record.isAssignment = true
    let shifts = programme.shiftsOfSlot[Int(festival.asks[call.ask].slot)]
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

/// The asks that are decided at the deadline as an assignment.
struct Deadline {
  private(set) var problem: AssignmentProblem
  /// The ask of each claim.
  private(set) var asks: [AskIndex] = []
  /// The claim of each call; -1 for one in a slot that is joined with one in which the volunteer has a place.
  private(set) var claimOfCall: [Int]
  /// The claims of each person.
  private var claimsOfPerson: [Range<Int>] = []

  init(_ market: borrowing ShiftsMarket, _ calls: [ShiftsMarket.Call], _ desk: borrowing ShiftsMarket.Desk) {
    let festival = market.festival
    let programme = festival.programme
    problem = AssignmentProblem(programme)
    for section in programme.sections.places {
      problem.freeOfSection[Int(section)] = market.occupancy.free(section, programme)
    }
    for shift in programme.shifts.places {
      problem.freeOfShift[Int(shift)] = market.occupancy.free(shift, programme)
    }
    claimOfCall = Array(repeating: -1, count: calls.count)
    var callOfAsk = Array(repeating: Int32(-1), count: festival.asks.count)
    for (number, call) in calls.enumerated() { callOfAsk[Int(call.ask)] = Int32(number) }
    let allowsMoves = market.shiftRules.assignment == .optimal && market.shiftRules.allowsMoves
    for volunteer in festival.volunteers.places where festival.volunteers[volunteer].isFlexible {
      let range = festival.volunteers[volunteer].asks
      let busy = range.filter { market.sections[Int($0)] != .none }
      let groups = busy.map { programme.groups[Int(festival.asks[$0].slot)] }
      let held = market.heldCounts[Int(volunteer)]
      let most = festival.volunteers[volunteer].maxShifts
      _ = problem.appendPerson(limit: most == .max ? .max : max(0, most - held))
      let first = problem.claims.count
      for ask in range {
        let slot = festival.asks[ask].slot
        let wishes = festival.asks[ask].wishes.lazy.map { festival.wishes[Int($0)] }
        let section = market.sections[Int(ask)]
        if section != .none {
          guard allowsMoves, desk.phase(of: ask) == .matched else { continue }
          problem.freeOfSection[Int(section)] += 1
          problem.freeOfShift[Int(programme.sections[section].shift)] += 1
        } else {
          guard callOfAsk[Int(ask)] >= 0, !groups.contains(programme.groups[Int(slot)]) else { continue }
          claimOfCall[Int(callOfAsk[Int(ask)])] = problem.claims.count
        }
        problem.appendClaim(slot: slot, held: section, wishes: wishes)
        asks.append(ask)
      }
      claimsOfPerson.append(first..<problem.claims.count)
    }
  }

  /// The other new claims of the person of `claim` that get a section.
  private func given(besides claim: Int, _ solution: [SectionIndex]) -> [Int] {
    claimsOfPerson[Int(problem.claims[claim].person)].filter {
      $0 != claim && problem.claims[$0].held == .none && solution[$0] != .none
    }
  }

  /// Whether the person of `claim` is given a section in a slot that is joined with its slot.
  func isJoined(_ claim: Int, _ solution: [SectionIndex]) -> Bool {
    let groups = problem.programme.groups
    let group = groups[Int(problem.claims[claim].slot)]
    return given(besides: claim, solution).contains { groups[Int(problem.claims[$0].slot)] == group }
  }

  /// Whether the person of `claim` is given as many sections as they take.
  func isAtLimit(_ claim: Int, _ solution: [SectionIndex]) -> Bool {
    given(besides: claim, solution).count >= Int(problem.limits[Int(problem.claims[claim].person)])
  }
}
