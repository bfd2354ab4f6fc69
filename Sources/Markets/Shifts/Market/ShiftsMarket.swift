public import Lifecycle
public import Quantities
import Statistics

/// The shifts market: volunteers sign up for slots, with wishes for posts. A provider is a shift, that is, a post in a
/// slot.
///
/// Attempt k of a cycle tries the k-th wish for the slot. While sign-up is open, places are taken first come, first
/// served; at the deadline, the sign-ups of flexible volunteers without a place are decided together.
public struct ShiftsMarket: Market, ~Copyable {
  public typealias RequestIndex = SignUpIndex
  public typealias Provider = ShiftIndex
  public typealias RequestRecord = SignUpRecord
  public typealias AttemptRecord = ShiftAttemptRecord
  public typealias EventRecord = ShiftEventRecord

  var core: ShiftsCore
  var features: ShiftsFeatures
  /// The time at which each volunteer withdrew from all shifts; `.never` if they did not.
  public internal(set) var withdrawals: [Milliseconds]
  /// The number of wishes of each sign-up that are tried in a cycle.
  let tries: [Int32]

  /// The scheduled steps of slots, volunteers and features.
  public enum Step: BitwiseCopyable, Sendable {
    case slotBegins(SlotIndex)
    case slotEnds(SlotIndex)
    case withdrawal(VolunteerIndex)
    case change(SignUpIndex)
    case reminders(SlotIndex)
    case zones(ZoneDesk.Step)
    case rebooking(RebookingDesk.Step)
  }

  /// Creates the market of `festival`, in which no place is taken yet.
  ///
  /// - Parameter attempts: the number of wishes tried in a cycle, from the lifecycle's rules.
  public init(_ festival: Festival, rules: ShiftRules, attempts: Int32) {
    core = ShiftsCore(festival, rules: rules)
    features = ShiftsFeatures(rules, festival)
    withdrawals = Array(repeating: .never, count: festival.volunteers.count)
    tries = festival.requests.map { $0.isSet ? 0 : min(attempts, Int32($0.wishes.count)) }
  }

  // MARK: - Who takes part

  public var requestCount: Int { core.festival.requests.count }
  public var providerCount: Int { core.festival.programme.shifts.count }

  public func refusal(of request: SignUpIndex) -> ShiftCause? {
    core.submissions[Int(request)] >= core.rules.deadline ? .afterDeadline : nil
  }

  public func submission(of request: SignUpIndex) -> Milliseconds { core.submissions[Int(request)] }

  public func patience(of request: SignUpIndex) -> Milliseconds { core.rules.patience }

  public mutating func receive(_ request: SignUpIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception
  {
    if core.festival.sampler != nil { choose(request, at: time, desk.rules.random) }
    return .now
  }

  /// Redraws the volunteer's wishes for the slot of `request`, given the number of sign-ups for each post. The number
  /// of wishes stays the same.
  private mutating func choose(_ request: SignUpIndex, at time: Milliseconds, _ random: RandomSource) {
    let range = core.festival.requests[request].wishes
    guard !range.isEmpty, !core.festival.requests[request].isSet, let sampler = core.festival.sampler else {
      return
    }
    let slot = core.festival.requests[request].slot
    var draws = random.stream(
      .volunteerWishes, core.volunteer(of: request).key, UInt64(slot.rawValue))
    let programme = core.festival.programme
    core.occupancy.open(until: time, programme)
    let free = programme.shiftsOfSlot[Int(slot)].map { shift in
      let capacity = core.occupancy.places(of: shift, programme)
      return capacity > 0 ? Double(core.occupancy.free(shift, programme)) / Double(capacity) : 0
    }
    let wishes = sampler.wishes(in: slot, at: time, &draws, free: free)
    core.festival.wishes.replaceSubrange(Int(range.lowerBound)..<Int(range.upperBound), with: wishes)
  }

  /// Returns the key of the draws of `request`. It is derived from the volunteer and the first slot, and thus
  /// independent of other sign-ups.
  public func key(of request: SignUpIndex) -> UInt64 { core.key(of: request) }

  public func key(of shift: ShiftIndex) -> UInt64 {
    let shift = core.festival.programme.shifts[shift]
    return UInt64(shift.post.rawValue) << 32 | UInt64(shift.slot.rawValue)
  }
}

extension ShiftsMarket {
  /// Holds the place offered to `request` until the coordinator answers.
  public mutating func hold(
    _ request: SignUpIndex, with shift: ShiftIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    let section = desk[lastAttemptOf: request].section
    core.sections[Int(request)] = section
    core.heldCounts[Int(core.festival.requests[request].volunteer)] += 1
    core.occupancy.take(section, core.festival.programme)
    core.write(.held, request, section, at: time)
  }

  public mutating func release(
    _ request: SignUpIndex, from shift: ShiftIndex, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    free(request, .released, at: time)
  }

  public mutating func commit(
    _ request: SignUpIndex, to shift: ShiftIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<ShiftCause> {
    let begin = core.slot(of: request).begin
    guard time < begin else { return .lapsed(.tooLate) }
    let section = core.sections[Int(request)]
    desk.records.requests[request].confirmed = time
    desk.records.requests[request].section = section
    desk.records.requests[request].wasAssigned = desk[lastAttemptOf: request].isAssignment
    core.write(.confirmed, request, section, at: time)
    core.confirm(request, at: time)
    features.confirmed(request, at: time, &core, &desk)
    return .kept(span: begin - time)
  }

  public mutating func undo(
    _ request: SignUpIndex, with shift: ShiftIndex, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    desk.records.requests[request].confirmed = nil
    desk.records.requests[request].section = .none
    desk.records.requests[request].wasAssigned = false
    free(request, .withdrawn, at: time)
  }

  private mutating func free(_ request: SignUpIndex, _ kind: PlaceChange.Kind, at time: Milliseconds) {
    let section = core.sections[Int(request)]
    core.sections[Int(request)] = .none
    core.heldCounts[Int(core.festival.requests[request].volunteer)] -= 1
    core.occupancy.give(back: section, core.festival.programme)
    core.write(kind, request, section, at: time)
  }
}
