public import Lifecycle
public import Quantities

extension ShiftsMarket {
  /// Returns whether the sign-up is decided at the deadline after its wishes have failed.
  @inline(__always)
  func isAssigned(_ request: SignUpIndex) -> Bool {
    core.rules.assignment != .none && core.rules.deadline != .never
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

  /// Passes a wish through the funnel.
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
