public import Lifecycle
public import Quantities
import Statistics

extension ShiftsMarket {
  public mutating func open(_ desk: inout Desk) {
    let slots = core.festival.programme.slots
    for slot in slots.places {
      desk.schedule(.slotBegins(slot), at: slots[slot].begin)
      desk.schedule(.slotEnds(slot), at: slots[slot].end)
    }
    if core.rules.fields.channel != nil || core.rules.fields.behaviour.reminder != nil {
      core.noticeboard = Noticeboard(
        core.rules, requests: core.festival.requests.count, random: desk.rules.random)
    }
    if let reminder = core.rules.fields.behaviour.reminder {
      for slot in slots.places {
        desk.schedule(.reminders(slot), at: max(.zero, slots[slot].begin - reminder.before))
      }
    }
    features.open(&core, &desk)
    guard core.rules.fields.behaviour.withdrawAllProbability > 0 else { return }
    for volunteer in core.festival.volunteers.places {
      if let time = withdrawal(of: volunteer, desk.rules) {
        desk.schedule(.withdrawal(volunteer), at: time)
      }
    }
  }

  /// Draws the time at which the volunteer withdraws from all shifts, uniformly distributed between sign-up and the
  /// first requested slot; nil if they do not withdraw.
  private func withdrawal(of volunteer: VolunteerIndex, _ rules: Rules) -> Milliseconds? {
    let volunteer = core.festival.volunteers[volunteer]
    let begin = volunteer.requests.map { core.slot(of: $0).begin }.min() ?? .zero
    // The sign-up itself comes first.
    let from = volunteer.signUp + Milliseconds(1)
    guard volunteer.signUp < core.rules.deadline, from < begin else { return nil }
    var draws = rules.random.stream(.volunteerWithdrawal, volunteer.key)
    guard draws.happens(withProbability: core.rules.fields.behaviour.withdrawAllProbability) else {
      return nil
    }
    return from + Milliseconds(Int64(draws.uniform() * Double((begin - from).rawValue)))
  }

  public mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk) {
    switch step {
    case .slotBegins(let slot): begin(slot, at: time, &desk)
    case .slotEnds(let slot): end(slot, at: time, &desk)
    case .withdrawal(let volunteer): withdraw(volunteer, at: time, &desk)
    case .reminders(let slot): core.remind(slot, at: time, &desk)
    case .change, .zones, .rebooking: features.take(step, at: time, &core, &desk)
    }
  }

  private mutating func begin(_ slot: SlotIndex, at time: Milliseconds, _ desk: inout Desk) {
    var absent: [SignUpIndex] = []
    for request in core.signUpsOfSlot[Int(slot)] where desk.phase(of: request) == .matched {
      let shift = desk.provider(of: request)
      if isAbsent(request, desk.rules.random) {
        absent.append(request)
        desk.note(.noShow, provider: shift, request: request)
        desk.end(request, .noShow, nil, at: time)
      } else {
        desk.note(.began, provider: shift, request: request)
        desk.begin(request, at: time)
      }
    }
    if core.rules.fields.matching.reserveShare > 0 {
      callReserve(of: slot, insteadOf: absent, at: time, &desk)
    }
  }

  private mutating func end(_ slot: SlotIndex, at time: Milliseconds, _ desk: inout Desk) {
    for request in core.signUpsOfSlot[Int(slot)] where desk.phase(of: request) == .begun {
      let shift = core.festival.programme.sections[core.sections[Int(request)]].shift
      desk.note(.ended, provider: shift, request: request)
      desk.end(request, .worked, nil, at: time)
    }
  }

  private mutating func withdraw(_ volunteer: VolunteerIndex, at time: Milliseconds, _ desk: inout Desk) {
    for request in core.festival.volunteers[volunteer].requests {
      switch desk.phase(of: request) {
      case .searching, .gathered, .offered, .matched:
        desk.scheduleLeaving(of: request, at: time)
        withdrawals[Int(volunteer)] = time
      case .begun, .ended: break
      }
    }
  }
}

extension ShiftsMarket {
  /// Returns whether the sign-up is decided in the assignment at the deadline if its wishes fail.
  @inline(__always)
  func isAssigned(_ request: SignUpIndex) -> Bool {
    core.rules.fields.matching.assignment != .none && core.rules.deadline != .never
      && core.festival.requests[request].isAssigned
  }

  @inline(__always)
  public func attempts(of request: SignUpIndex, _ rules: Rules) -> Int32 {
    max(1, tries[Int(request)] + (isAssigned(request) ? 1 : 0))
  }

  @inline(__always)
  public func gathersUntil(_ request: SignUpIndex, attempt number: Int32, at time: Milliseconds)
    -> Milliseconds?
  {
    isAssigned(request) && number > tries[Int(request)] ? core.rules.deadline : nil
  }

  public mutating func decide(_ call: Call, _ desk: inout Desk) -> ShiftAttemptRecord {
    let start = desk.beginDecision()
    core.occupancy.open(until: call.time, core.festival.programme)
    var record = ShiftAttemptRecord(call)
    let wishes = core.festival.requests[call.request].wishes
    if call.attempt <= tries[Int(call.request)] {
      decide(core.festival.wishes[Int(wishes.lowerBound + call.attempt - 1)], &record)
    } else {
      record.funnel[.isOpen] = 0
      record.cause = .signUpClosed
    }
    record.decisionNanoseconds = desk.endDecision(start)
    return record
  }

  /// Passes `wish` through the stages of the funnel, and records the result in `record`.
  private mutating func decide(_ wish: Wish, _ record: inout ShiftAttemptRecord) {
    let request = record.request
    record.wished = wish
    var (anywhere, found) = (SectionIndex?.none, SectionIndex?.none)
    for stage in ShiftStage.allCases {
      let passes: Bool
      switch stage {
      case .isOpen: passes = record.time < core.rules.deadline
      case .slotFree: passes = !core.isSlotTaken(for: request)
      case .belowMost:
        passes =
          core.heldCounts[Int(core.festival.requests[request].volunteer)]
          < core.volunteer(of: request).maxShifts
      case .postFree:
        anywhere = core.place(for: Wish(wish.shift), at: record.time)
        passes = anywhere != nil
      case .zoneFree:
        found = wish.section == .none ? anywhere : core.place(for: wish, at: record.time)
        passes = found != nil
      }
      record.funnel[stage] = passes ? 1 : 0
      guard passes else {
        record.cause = stage.cause
        return
      }
    }
    if let found { choose(found, &record) }
  }

  /// Sets `section` as the place found in the attempt.
  @inline(__always)  // A call would copy the market.
  func choose(_ section: SectionIndex, _ record: inout ShiftAttemptRecord) {
    record.section = section
    record.provider = core.festival.programme.sections[section].shift
    record.rank = core.festival.rank(of: section, for: record.request)
  }
}
