public import Lifecycle
public import Quantities

extension ShiftsMarket {
  /// Tells whether the sign-up is decided at the deadline after its wishes have failed.
  func isAssigned(_ request: SignUpIndex) -> Bool {
    shiftRules.assignment != .none && shiftRules.deadline != .never && festival.requests[request].isFlexible
  }

  public func attempts(of request: SignUpIndex, _ rules: Rules) -> Int32 {
    max(1, tries[Int(request)] + (isAssigned(request) ? 1 : 0))
  }

  public func gathersUntil(_ request: SignUpIndex, attempt number: Int32, at time: Milliseconds)
    -> Milliseconds?
  {
    isAssigned(request) && number > tries[Int(request)] ? shiftRules.deadline : nil
  }

  public mutating func decide(_ call: Call, _ desk: inout Desk) -> ShiftAttemptRecord {
    let start = desk.beginDecision()
    occupancy.open(until: call.time, festival.programme)
    var record = ShiftAttemptRecord(call)
    let wishes = festival.requests[call.request].wishes
    if call.attempt <= tries[Int(call.request)] {
      decide(festival.wishes[Int(wishes.lowerBound + call.attempt - 1)], &record)
    } else {
      record.funnel[.isOpen] = 0
      record.cause = .signUpClosed
    }
    record.decisionNanoseconds = desk.endDecision(start)
    return record
  }

  /// Takes a wish through the funnel.
  private mutating func decide(_ wish: Wish, _ record: inout ShiftAttemptRecord) {
    let request = record.request
    let programme = festival.programme
    record.wished = wish
    for stage in ShiftStage.allCases {
      let passes =
        switch stage {
        case .isOpen: record.time < shiftRules.deadline
        case .slotFree: !isSlotTaken(for: request)
        case .belowMost:
          heldCounts[Int(festival.requests[request].volunteer)] < volunteer(of: request).maxShifts
        case .postFree: occupancy.emptiest(of: wish.shift, programme) != nil
        case .zoneFree: wish.section == .none || occupancy.free(wish.section, programme) > 0
        }
      record.funnel[stage] = passes ? 1 : 0
      guard passes else {
        record.cause = stage.cause
        return
      }
    }
    guard let emptiest = occupancy.emptiest(of: wish.shift, programme) else { return }
    choose(wish.section == .none ? emptiest : wish.section, &record)
  }

  /// Names `section` as the place that the attempt found.
  func choose(_ section: SectionIndex, _ record: inout ShiftAttemptRecord) {
    record.section = section
    record.provider = festival.programme.sections[section].shift
    record.rank = festival.rank(of: section, for: record.request)
  }
}
