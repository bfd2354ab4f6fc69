public import Lifecycle
public import Quantities

/// The record of one sign-up.
public struct SignUpRecord: RequestRecording {
  public typealias Index = SignUpIndex

  // What is small stands behind times that may be missing, where there is room: 64 bytes, as long as a line of the cache.
  public var firstMatch: Milliseconds?
  public var outcome: SignUpOutcome = .inProgress
  public var cause: ShiftCause?
  /// True if the place was given at the deadline, not taken by the volunteer.
  public var wasAssigned = false
  public var cycles: Int32 = 0
  public var ended: Milliseconds?
  /// True if the volunteer, left over at the deadline, was in the reserve of the slot.
  public var isReserve = false
  /// True if somebody from the reserve had the place of the volunteer, who did not come.
  public var isReplaced = false
  public var attempts: Int32 = 0
  /// The time at which the sign-up that held at the end was confirmed; nil if none did.
  public var confirmed: Milliseconds?
  /// The section in which the volunteer had a place at the end; `.none` for nowhere.
  public var section: SectionIndex = .none
  /// The number of times that the volunteer was moved to another post of the slot.
  public var moves: Int32 = 0
  /// The number of times that the volunteer changed the place for a better one, and the number of times that none was free.
  public var changes: Int32 = 0
  public var refusedChanges: Int32 = 0

  public init() {}
}

/// One attempt to find a place for a sign-up. Stored in the order of the attempts.
public struct ShiftAttemptRecord: AttemptRecording {
  public typealias RequestIndex = SignUpIndex
  public typealias Provider = ShiftIndex
  public typealias Cause = ShiftCause

  // In this order a record takes 88 bytes.
  public var request: SignUpIndex
  public var cycle: Int32
  public var attempt: Int32
  /// Wall-clock time of the decision, shared evenly by those decided together: a property of the machine.
  public var decisionNanoseconds: UInt32 = 0
  public var time: Milliseconds
  public var answered: Milliseconds = .never
  /// The funnel over the one wish, or over all posts of the slot where it was decided together with others.
  public var funnel = StageCounts<ShiftStage>()
  /// The wish that was tried; `.none` if any post would do.
  public var wished: Wish?
  public var outcome: AttemptOutcome = .inProgress
  public var cause: ShiftCause?
  /// True if it was decided at the deadline, together with others.
  public var isAssignment = false
  /// The place chosen; `.none` for none.
  public var section: SectionIndex = .none
  public var provider: ShiftIndex = .none
  /// The rank of the wish.
  public var rank: Int32 = 0

  init(_ call: AttemptCall<SignUpIndex, ShiftIndex>) {
    request = call.request
    cycle = call.cycle
    attempt = call.attempt
    time = call.time
  }
}

/// An event at a moment, recorded if somebody wants to know.
public struct ShiftEventRecord: EventRecording {
  public let time: Milliseconds
  public let kind: Kind
  public let provider: ShiftIndex
  public let request: SignUpIndex

  public init(time: Milliseconds, kind: Kind, provider: ShiftIndex, request: SignUpIndex) {
    self.time = time
    self.kind = kind
    self.provider = provider
    self.request = request
  }

  /// The kind of an event; the raw value is the name in events.csv.
  public enum Kind: String, CaseIterable, EventKind {
    case submitted
    case attempt
    case accepted
    case declined
    case lapsed
    case withdrawn
    case notified
    case requesterLeft = "volunteer_left"
    case providerCancelled = "organiser_cancelled"
    case changed
    case moved
    case reserved
    case steppedIn = "stepped_in"
    case stoodBy = "stood_by"
    case began
    case noShow = "no_show"
    case ended
    case outage

    /// The meaning of the kind, in one sentence.
    public var meaning: String {
      switch self {
      case .submitted: "A volunteer signed up for a slot."
      case .attempt: "A place was looked for."
      case .accepted: "The coordinator confirmed."
      case .declined: "The coordinator refused."
      case .lapsed: "The coordinator confirmed when the slot had begun."
      case .withdrawn: "The volunteer left before the answer."
      case .notified: "All tries of a cycle had failed, and the volunteer was notified."
      case .requesterLeft: "The volunteer withdrew."
      case .providerCancelled: "The organiser took the sign-up back."
      case .changed: "The volunteer changed the place for a better one."
      case .moved: "The volunteer was moved to another post of the slot."
      case .reserved: "The volunteer joined the reserve of the slot."
      case .steppedIn: "The slot began, and the volunteer stepped in from the reserve."
      case .stoodBy: "The slot began, and the volunteer in the reserve was not needed."
      case .began: "The slot began, and the volunteer was there."
      case .noShow: "The slot began, and the volunteer was not there."
      case .ended: "The slot ended."
      case .outage: "An attempt was due while the service was out."
      }
    }
  }
}

/// A place that changed hands: the entries of a ledger, from which the occupancy of any moment follows.
public struct PlaceChange: Hashable, Sendable {
  public let time: Milliseconds
  public let request: SignUpIndex
  public let section: SectionIndex
  public let kind: Kind

  /// The kind of what happened to the place; the raw value is the name in places.csv.
  public enum Kind: String, CaseIterable, Sendable {
    /// Held for a sign-up that has to be confirmed.
    case held
    /// Free again: the sign-up was refused, came too late, or was withdrawn before the answer.
    case released
    case confirmed
    /// Free again: the volunteer withdrew, or the organiser cancelled.
    case withdrawn
    /// Left for another post of the slot, and taken there.
    case movedFrom = "moved_from"
    case movedTo = "moved_to"
    /// Left for a better post of the slot by the volunteer's own wish, and taken there, in one step.
    case changedFrom = "changed_from"
    case changedTo = "changed_to"
    /// Free again: its volunteer did not come, and somebody steps in.
    case noShow = "no_show"
    /// Taken by somebody from the reserve when the slot begins.
    case steppedIn = "stepped_in"

    /// The meaning of the kind, in one sentence.
    public var meaning: String {
      switch self {
      case .held: "The place is held for a sign-up that the coordinator has to confirm."
      case .released:
        "It is free again: the sign-up was refused, came too late, or was withdrawn before the answer."
      case .confirmed: "The coordinator confirmed the sign-up that holds it."
      case .withdrawn: "It is free again: the volunteer withdrew."
      case .movedFrom: "The volunteer leaves it for another post of the slot."
      case .movedTo: "The volunteer comes from another post of the slot."
      case .changedFrom: "The volunteer leaves it for a better one of the slot."
      case .changedTo: "The volunteer had another one of the slot and wished for this."
      case .noShow:
        "It is free again: its volunteer did not come, and somebody from the reserve takes the shift."
      case .steppedIn: "A volunteer from the reserve steps in."
      }
    }
  }

  /// The number by which it changes the places taken.
  public var taken: Int {
    switch kind {
    case .held, .movedTo, .changedTo, .steppedIn: 1
    case .released, .withdrawn, .movedFrom, .changedFrom, .noShow: -1
    case .confirmed: 0
    }
  }
}
