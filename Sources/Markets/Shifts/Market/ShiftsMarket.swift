public import Lifecycle
public import Quantities
import Statistics

/// The shifts market: volunteers wish for posts in slots, and each post in a slot provides places.
///
/// Attempt k of a cycle tries the k-th wish of the slot. While sign-up is open, it is first come, first served; at
/// the deadline, the sign-ups of flexible volunteers without a place are decided together.
public struct ShiftsMarket: Market, ~Copyable {
  public typealias RequestIndex = SignUpIndex
  public typealias Provider = ShiftIndex
  public typealias RequestRecord = SignUpRecord
  public typealias AttemptRecord = ShiftAttemptRecord
  public typealias EventRecord = ShiftEventRecord

  var core: ShiftsCore
  var features: ShiftsFeatures
  /// The time at which each volunteer withdrew from everything; `.never` for those who did not.
  public internal(set) var withdrawals: [Milliseconds]
  /// The number of wishes of each sign-up that are tried in a cycle.
  let tries: [Int32]

  /// The steps that slots and volunteers take by themselves.
  public enum Step: BitwiseCopyable, Sendable {
    case slotBegins(SlotIndex)
    case slotEnds(SlotIndex)
    case withdrawal(VolunteerIndex)
    case change(SignUpIndex)
    case reminders(SlotIndex)
    case zones(ZoneDesk.Step)
    case rebooking(RebookingDesk.Step)
  }

  /// Creates the market of `festival`, with no place taken.
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

  /// Lets the volunteer choose after seeing how many have signed up for each post; chooses as many posts as were
  /// drawn before.
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

  /// A sign-up is known by its volunteer and the slot that it was submitted for, whatever else there is.
  public func key(of request: SignUpIndex) -> UInt64 { core.key(of: request) }

  public func key(of shift: ShiftIndex) -> UInt64 {
    let shift = core.festival.programme.shifts[shift]
    return UInt64(shift.post.rawValue) << 32 | UInt64(shift.slot.rawValue)
  }
}
