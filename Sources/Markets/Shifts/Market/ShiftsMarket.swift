public import Lifecycle
public import Quantities
import Statistics

/// The market of shifts: volunteers wish for posts in slots, each post in a slot provides places.
///
/// Attempt k of a cycle tries the k-th wish of the slot. While sign-up is open, whoever comes first is served first; at the
/// deadline the sign-ups of flexible volunteers that have no place are decided together.
public struct ShiftsMarket: Market, ~Copyable {
  public typealias RequestIndex = SignUpIndex
  public typealias Provider = ShiftIndex
  public typealias RequestRecord = SignUpRecord
  public typealias AttemptRecord = ShiftAttemptRecord
  public typealias EventRecord = ShiftEventRecord

  /// The festival; where volunteers see the counts, with the wishes that those who have signed up chose.
  public private(set) var festival: Festival
  public let shiftRules: ShiftRules
  public internal(set) var occupancy: Occupancy
  /// Every place that changed hands, in order.
  public internal(set) var ledger: [PlaceChange] = []
  /// The time at which each volunteer withdrew from everything; `.never` for those who did not.
  public internal(set) var withdrawals: [Milliseconds]
  /// The board that tells volunteers of their places; nil until the run begins, and where everybody knows everything.
  var noticeboard: Noticeboard?
  /// The place that a sign-up has, is offered, or is about to be.
  var sections: [SectionIndex]
  /// The number of sign-ups of each volunteer that have or are offered a place.
  var heldCounts: [Int32]
  /// The number of wishes of each sign-up that are tried in a cycle.
  let tries: [Int32]
  /// The time at which each sign-up is submitted: looked up once an event, so that it stands by itself.
  let submissions: [Milliseconds]
  /// The sign-ups for each slot.
  let signUpsOfSlot: [[SignUpIndex]]

  /// The steps that slots and volunteers take by themselves.
  public enum Step: BitwiseCopyable, Sendable {
    case slotBegins(SlotIndex)
    case slotEnds(SlotIndex)
    case withdrawal(VolunteerIndex)
    case change(SignUpIndex)
    case reminders(SlotIndex)
  }

  /// Creates the market of `festival`, of which nothing is taken.
  ///
  /// - Parameter attempts: how many wishes are tried in a cycle: what the lifecycle's rules say.
  public init(_ festival: Festival, rules: ShiftRules, attempts: Int32) {
    self.festival = festival
    shiftRules = rules
    occupancy = Occupancy(of: festival.programme)
    withdrawals = Array(repeating: .never, count: festival.volunteers.count)
    sections = Array(repeating: .none, count: festival.requests.count)
    tries = festival.requests.map { min(attempts, Int32($0.wishes.count)) }
    heldCounts = Array(repeating: 0, count: festival.volunteers.count)
    var signUpsOfSlot = Array(repeating: [SignUpIndex](), count: festival.programme.slots.count)
    for request in festival.requests.places {
      signUpsOfSlot[Int(festival.requests[request].slot)].append(request)
    }
    self.signUpsOfSlot = signUpsOfSlot
    submissions = festival.requests.map { festival.volunteers[$0.volunteer].signUp }
    // A place that is taken is held and confirmed, and many are given back; what is not touched costs nothing.
    ledger.reserveLargePages(for: 3 * festival.requests.count)
  }

  // MARK: - Who takes part

  public var requestCount: Int { festival.requests.count }
  public var providerCount: Int { festival.programme.shifts.count }

  public func refusal(of request: SignUpIndex) -> ShiftCause? {
    submissions[Int(request)] >= shiftRules.deadline ? .afterDeadline : nil
  }

  public func submission(of request: SignUpIndex) -> Milliseconds { submissions[Int(request)] }

  public func patience(of request: SignUpIndex) -> Milliseconds { shiftRules.patience }

  /// Volunteers sign up in another order than they stand in.
  @inline(__always)
  public func prefetch(_ request: SignUpIndex) {
    Memory.fetch(submissions, at: Int(request))
    Memory.fetch(festival.requests, at: Int(request))
    Memory.fetch(sections, at: Int(request))
    Memory.fetch(tries, at: Int(request))
  }

  public mutating func receive(_ request: SignUpIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception
  {
    if festival.sampler != nil { choose(request, at: time, desk.rules.random) }
    return .now
  }

  /// Lets the volunteer choose with a look at how many have signed up for each post; as many posts as were drawn before.
  private mutating func choose(_ request: SignUpIndex, at time: Milliseconds, _ random: RandomSource) {
    let range = festival.requests[request].wishes
    guard !range.isEmpty, let sampler = festival.sampler else { return }
    let slot = festival.requests[request].slot
    var draws = random.stream(
      .volunteerWishes, volunteer(of: request).key, UInt64(slot.rawValue))
    let programme = festival.programme
    occupancy.open(until: time, programme)
    let free = programme.shiftsOfSlot[Int(slot)].map { shift in
      let capacity = occupancy.places(of: shift, programme)
      return capacity > 0 ? Double(occupancy.free(shift, programme)) / Double(capacity) : 0
    }
    let wishes = sampler.wishes(in: slot, at: time, &draws, free: free)
    festival.wishes.replaceSubrange(Int(range.lowerBound)..<Int(range.upperBound), with: wishes)
  }

  /// A sign-up is known by its volunteer and its slot, whatever else there is.
  public func key(of request: SignUpIndex) -> UInt64 {
    volunteer(of: request).key &* 0x1_0000
      &+ UInt64(festival.requests[request].slot.rawValue)
  }

  public func key(of shift: ShiftIndex) -> UInt64 {
    let shift = festival.programme.shifts[shift]
    return UInt64(shift.post.rawValue) << 32 | UInt64(shift.slot.rawValue)
  }

  func volunteer(of request: SignUpIndex) -> Volunteer {
    festival.volunteers[festival.requests[request].volunteer]
  }

  func slot(of request: SignUpIndex) -> Slot { festival.programme.slots[festival.requests[request].slot] }
}
