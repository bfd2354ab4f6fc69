public import Lifecycle
public import Quantities

extension ShiftsMarket {
  /// Returns whether the sign-up is decided at the deadline after its wishes have failed.
  @inline(__always)
  func isAssigned(_ request: SignUpIndex) -> Bool {
    shiftRules.assignment != .none && shiftRules.deadline != .never && festival.requests[request].isFlexible
  }

  @inline(__always)
  public func attempts(of request: SignUpIndex, _ rules: Rules) -> Int32 {
    max(1, tries[Int(request)] + (isAssigned(request) ? 1 : 0))
  }

  @inline(__always)
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

  /// Passes a wish through the funnel.
  private mutating func decide(_ wish: Wish, _ record: inout ShiftAttemptRecord) {
    let request = record.request
    record.wished = wish
    var emptiest: SectionIndex?
    for stage in ShiftStage.allCases {
      let passes: Bool
      switch stage {
      case .isOpen: passes = record.time < shiftRules.deadline
      case .slotFree: passes = !isSlotTaken(for: request)
      case .belowMost:
        passes = heldCounts[Int(festival.requests[request].volunteer)] < volunteer(of: request).maxShifts
      case .postFree:
        emptiest = occupancy.emptiest(of: wish.shift, festival.programme)
        passes = emptiest != nil
      case .zoneFree: passes = wish.section == .none || occupancy.free(wish.section, festival.programme) > 0
      }
      record.funnel[stage] = passes ? 1 : 0
      guard passes else {
        record.cause = stage.cause
        return
      }
    }
    guard let emptiest else { return }
    choose(wish.section == .none ? emptiest : wish.section, &record)
  }

  /// Sets `section` as the place found in the attempt.
  @inline(__always)  // A call would copy the market.
  func choose(_ section: SectionIndex, _ record: inout ShiftAttemptRecord) {
    record.section = section
    record.provider = festival.programme.sections[section].shift
    record.rank = festival.rank(of: section, for: record.request)
  }
}
