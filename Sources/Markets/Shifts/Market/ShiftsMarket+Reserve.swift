public import Lifecycle
public import Quantities
import Statistics

extension ShiftsMarket {
  /// Returns whether the volunteer of `request`, without a place after the deadline, is in the slot's reserve, which
  /// replaces volunteers who do not come.
  public mutating func keeps(_ request: SignUpIndex, at time: Milliseconds, _ desk: inout Desk) -> Bool {
    desk.records.requests[request].isReserve
  }

  /// Appoints the reserve from the volunteers without a place in `solution`. Reserve duties are assigned like places:
  /// as many as possible, with the shortage spread evenly.
  mutating func appointReserve(_ deadline: Deadline, _ solution: [SectionIndex], _ desk: inout Desk) {
    guard core.rules.fields.matching.reserveShare > 0 else { return }
    let (problem, requests) = deadline.leftOver(
      by: solution, share: core.rules.fields.matching.reserveShare, at: desk.now)
    let reserve =
      core.rules.fields.matching.assignment == .greedy
      ? problem.greedySolution(turns: turns(of: deadline)) : problem.optimalSolution()
    for (request, section) in zip(requests, reserve) where section != .none {
      desk.records.requests[request].isReserve = true
      desk.note(.reserved, request: request)
    }
  }

  /// Returns whether the volunteer of `request` fails to come to its slot, which begins now. Volunteers who do not know
  /// of their place never come; others fail to come at random, less often if they were reminded.
  func isAbsent(_ request: SignUpIndex, _ random: RandomSource) -> Bool {
    var probability = core.rules.fields.behaviour.noShowProbability
    // Whoever is of the reserve is called, and needs no message.
    if let noticeboard = core.noticeboard, core.sections[Int(request)] != .none {
      let begin = core.slot(of: request).begin
      guard noticeboard.knows(request, at: begin) else { return true }
      if let reminder = core.rules.fields.behaviour.reminder, noticeboard.isReminded(request, at: begin) {
        probability *= reminder.factor
      }
    }
    guard probability > 0 else { return false }
    var draws = random.stream(.noShow, core.key(of: request))
    return draws.happens(withProbability: probability)
  }

  /// Calls the reserve of `slot`, which begins now, in sign-up order until no place is empty. `absent` are the sign-ups
  /// whose volunteers have a place but did not come.
  mutating func callReserve(
    of slot: SlotIndex, insteadOf absent: [SignUpIndex], at time: Milliseconds, _ desk: inout Desk
  ) {
    let members = core.signUpsOfSlot[Int(slot)].filter {
      desk.records.requests[$0].isReserve && desk.phase(of: $0) == .searching
    }.ordered { core.precedes($0, $1) }
    guard !members.isEmpty else { return }
    let programme = core.festival.programme
    core.occupancy.open(until: time, programme)
    var problem = emptyPlaces(of: slot, besides: absent)
    let rest = Rest(problem)
    var needed = programme.shiftsOfSlot[Int(slot)].reduce(Int32(0)) { $0 + rest.left(of: $1, programme) }
    var coming: [SignUpIndex] = []
    for member in members {
      let cause = desk[lastAttemptOf: member].cause
      if needed == 0 {
        desk.note(.stoodBy, request: member)
        desk.end(member, .stoodBy, cause, at: time)
      } else if isAbsent(member, desk.rules.random) {
        desk.note(.noShow, request: member)
        desk.end(member, .reserveNoShow, cause, at: time)
      } else {
        needed -= 1
        let wishes = core.festival.requests[member].wishes.map { core.festival.wishes[Int($0)] }
        _ = problem.appendPerson()
        problem.appendClaim(slot: slot, wishes: wishes)
        coming.append(member)
      }
    }
    var absent = absent
    for (member, section) in zip(coming, problem.greedySolution(turns: 0..<Int32(coming.count))) {
      stepIn(member, in: section, insteadOf: &absent, at: time, &desk)
    }
  }

  /// Returns an assignment problem with the free places of `slot` and the places of `absent`.
  private func emptyPlaces(of slot: SlotIndex, besides absent: [SignUpIndex]) -> AssignmentProblem {
    let programme = core.festival.programme
    var problem = AssignmentProblem(programme)
    for shift in programme.shiftsOfSlot[Int(slot)] {
      problem.freeOfShift[Int(shift)] = core.occupancy.free(shift, programme)
      for section in programme.shifts[shift].sections {
        problem.freeOfSection[Int(section)] = core.occupancy.free(section, programme)
      }
    }
    for section in absent.map({ core.sections[Int($0)] }) {
      problem.freeOfSection[Int(section)] += 1
      problem.freeOfShift[Int(programme.sections[section].shift)] += 1
    }
    return problem
  }

  /// Gives `member` of the reserve a place in `section`. If no place is free, it is the place of one of `absent`.
  private mutating func stepIn(
    _ member: SignUpIndex, in section: SectionIndex, insteadOf absent: inout [SignUpIndex],
    at time: Milliseconds, _ desk: inout Desk
  ) {
    let programme = core.festival.programme
    let shift = programme.sections[section].shift
    if core.occupancy.free(section, programme) <= 0 || core.occupancy.free(shift, programme) <= 0 {
      let place =
        absent.firstIndex { core.sections[Int($0)] == section }
        ?? absent.firstIndex { programme.sections[core.sections[Int($0)]].shift == shift }
      guard let place else { preconditionFailure("only empty places are given to the reserve") }
      let missing = absent.remove(at: place)
      core.write(.noShow, missing, core.sections[Int(missing)], at: time)
      core.occupancy.give(back: core.sections[Int(missing)], programme)
      core.sections[Int(missing)] = .none
      desk.records.requests[missing].isReplaced = true
    }
    core.occupancy.take(section, programme)
    core.sections[Int(member)] = section
    core.write(.steppedIn, member, section, at: time)
    desk.records.requests[member].section = section
    desk.records.requests[member].confirmed = time
    desk.records.requests[member].firstMatch = desk.records.requests[member].firstMatch ?? time
    desk.note(.steppedIn, provider: shift, request: member)
    desk.begin(member, at: time)
  }
}

extension Deadline {
  /// Returns the problem of assigning claims without a section in `solution` to the reserve, and the sign-up of each
  /// claim. In each slot that begins after `time`, the reserve is modelled as a post with `share` times as many places
  /// as the slot.
  func leftOver(by solution: [SectionIndex], share: Double, at time: Milliseconds) -> (
    problem: AssignmentProblem, requests: [SignUpIndex]
  ) {
    let programme = problem.programme
    let reserve = Post(
      "reserve",
      shifts: programme.slots.places.map { slot in
        // The margin keeps a share that is an integer up to rounding from being rounded up.
        let places = (share * Double(programme.places(in: slot)) - 1e-9).rounded(.up)
        return Post.Manning(slot, capacity: Int32(max(0, places)))
      })
    var next = AssignmentProblem(Programme(slots: programme.slots, posts: [reserve]))
    var requests: [SignUpIndex] = []
    for (person, claims) in claimsOfPerson.enumerated() {
      let given = claims.filter { solution[$0] != .none }
      let new = given.count { problem.claims[$0].held == .none }
      let limit = problem.limits[person]
      _ = next.appendPerson(limit: limit == .max ? .max : limit - Int32(new))
      let busy = Set(given.map { programme.groups[Int(problem.claims[$0].slot)] })
      for claim in claims where solution[claim] == .none && !problem.claims[claim].isSet {
        let slot = problem.claims[claim].slot
        guard !busy.contains(programme.groups[Int(slot)]), programme.slots[slot].begin > time else {
          continue
        }
        next.appendClaim(slot: slot, wishes: EmptyCollection())
        requests.append(self.requests[claim])
      }
    }
    return (next, requests)
  }
}
