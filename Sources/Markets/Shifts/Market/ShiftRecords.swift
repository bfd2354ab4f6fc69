public import Lifecycle
public import Quantities

/// The record of one sign-up.
public struct SignUpRecord: RequestRecording {
  public typealias Index = SignUpIndex

  // Small properties follow optional times, where there is room: 64 bytes in total, one cache line.
  public var firstMatch: Milliseconds?
  public var outcome: SignUpOutcome = .inProgress
  public var cause: ShiftCause?
  /// Whether the place was assigned at the deadline, rather than taken by the volunteer.
  public var wasAssigned = false
  public var cycles: Int32 = 0
  public var ended: Milliseconds?
  /// Whether the volunteer, without a place after the deadline, was in the slot's reserve.
  public var isReserve = false
  /// Whether the volunteer did not come and was replaced by somebody from the reserve.
  public var isReplaced = false
  public var attempts: Int32 = 0
  /// The time of the last confirmation; nil if the sign-up was never confirmed.
  public var confirmed: Milliseconds?
  /// The section in which the volunteer had a place at the end of the run; `.none` if they had none.
  public var section: SectionIndex = .none
  /// The number of times the volunteer was moved to another post of the slot.
  public var moves: Int32 = 0
  /// The number of times the volunteer changed to a better place, and the number of times they requested one but none
  /// was free.
  public var changes: Int32 = 0
  public var refusedChanges: Int32 = 0

  public init() {}
}

/// The record of one attempt to find a place for a sign-up. Records are stored in call order.
public struct ShiftAttemptRecord: AttemptRecording {
  public typealias RequestIndex = SignUpIndex
  public typealias Provider = ShiftIndex
  public typealias Cause = ShiftCause

  // In this order, a record takes 88 bytes.
  public var request: SignUpIndex
  public var cycle: Int32
  public var attempt: Int32
  /// The wall-clock time of the decision, which depends on the machine; the time of a joint decision is divided evenly
  /// among its sign-ups.
  public var decisionNanoseconds: UInt32 = 0
  public var time: Milliseconds
  public var answered: Milliseconds = .never
  /// The funnel for the wish, or for all posts of the slot if the sign-up was decided together with others.
  public var funnel = StageCounts<ShiftStage>()
  /// The wish that was tried; `.none` if any post was acceptable.
  public var wished: Wish?
  public var outcome: AttemptOutcome = .inProgress
  public var cause: ShiftCause?
  /// Whether the sign-up was decided together with others at the deadline.
  public var isAssignment = false
  /// The place found; `.none` if there was none.
  public var section: SectionIndex = .none
  public var provider: ShiftIndex = .none
  /// The rank of the place found among the wishes; 0 if there was none.
  public var rank: Int32 = 0

  init(_ call: AttemptCall<SignUpIndex, ShiftIndex>) {
    request = call.request
    cycle = call.cycle
    attempt = call.attempt
    time = call.time
  }
}

/// An event in the life of a sign-up, recorded on request.
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
    case zonesOpened = "zones_opened"
    case zoneChosen = "zone_chosen"
    case zoneAssigned = "zone_assigned"
    case rebooked
    case rebookingRefused = "rebooking_refused"
    case began
    case noShow = "no_show"
    case ended
    case outage

    /// The meaning of the kind, in one sentence.
    public var meaning: String {
      switch self {
      case .submitted: "A volunteer signed up for a slot."
      case .attempt: "An attempt was made to find a place."
      case .accepted: "The coordinator confirmed."
      case .declined: "The coordinator refused."
      case .lapsed: "The coordinator confirmed after the slot had begun."
      case .withdrawn: "The volunteer left before the answer."
      case .notified: "All attempts of a cycle had failed, and the volunteer was notified."
      case .requesterLeft: "The volunteer withdrew."
      case .providerCancelled: "The organiser withdrew the sign-up."
      case .changed: "The volunteer changed the place for a better one."
      case .moved: "The volunteer was moved to another post of the slot."
      case .reserved: "The volunteer joined the reserve of the slot."
      case .steppedIn: "The slot began, and the volunteer stepped in from the reserve."
      case .stoodBy: "The slot began, and the volunteer in the reserve was not needed."
      case .zonesOpened: "The zones of all posts opened."
      case .zoneChosen: "A volunteer who had a place without a zone chose one."
      case .zoneAssigned: "A volunteer who had not chosen a zone in time was assigned one."
      case .rebooked: "The volunteer changed the sign-up to another post or slot."
      case .rebookingRefused:
        "A requested change to another post or slot found no place, and nothing changed."
      case .began: "The slot began, and the volunteer was there."
      case .noShow: "The slot began, and the volunteer was not there."
      case .ended: "The slot ended."
      case .outage: "An attempt was due while the service was out."
      }
    }
  }
}

/// An entry of the place ledger, from which the occupancy at any time can be derived.
public struct PlaceChange: Hashable, Sendable {
  public let time: Milliseconds
  public let request: SignUpIndex
  public let section: SectionIndex
  public let kind: Kind

  /// The kind of change; the raw value is the name in places.csv.
  public enum Kind: String, CaseIterable, Sendable {
    /// Held for a sign-up that has yet to be confirmed.
    case held
    /// Free again: the sign-up was refused, expired, or was withdrawn before it was answered.
    case released
    case confirmed
    /// Free again: the volunteer withdrew, or the organiser cancelled.
    case withdrawn
    /// A place left for another post of the slot, and the place taken there.
    case movedFrom = "moved_from"
    case movedTo = "moved_to"
    /// A place left by the volunteer for a better post of the slot, and the place taken there, in one step.
    case changedFrom = "changed_from"
    case changedTo = "changed_to"
    /// Free again: the volunteer did not come, and somebody from the reserve steps in.
    case noShow = "no_show"
    /// Taken by somebody from the reserve when the slot begins.
    case steppedIn = "stepped_in"
    /// A place without a zone left for a place in a zone of the same post, and the place taken there.
    case zoneFrom = "zone_from"
    case zoneTo = "zone_to"
    /// A place left for another post or slot by the volunteer's own change, and the place taken there, in one step.
    case rebookedFrom = "rebooked_from"
    case rebookedTo = "rebooked_to"

    /// The meaning of the kind, in one sentence.
    public var meaning: String {
      switch self {
      case .held: "The place is held for a sign-up pending confirmation by the coordinator."
      case .released:
        "It is free again: the sign-up was refused, came too late, or was withdrawn before the answer."
      case .confirmed: "The coordinator confirmed the sign-up that holds it."
      case .withdrawn: "It is free again: the volunteer withdrew."
      case .movedFrom: "The volunteer leaves it for another post of the slot."
      case .movedTo: "The volunteer comes from another post of the slot."
      case .changedFrom: "The volunteer leaves it for a better one of the slot."
      case .changedTo: "The volunteer exchanged another place of the slot for this one."
      case .noShow:
        "It is free again: its volunteer did not come, and a reserve volunteer takes the shift."
      case .steppedIn: "A volunteer from the reserve steps in."
      case .zoneFrom: "The volunteer leaves it, which is in no zone, for a zone of the same post."
      case .zoneTo: "The volunteer had a place of the post without a zone."
      case .rebookedFrom: "The volunteer leaves it for another post or slot, or both."
      case .rebookedTo: "The volunteer changed the sign-up from another post or slot."
      }
    }
  }

  /// The resulting change in the number of places taken.
  public var taken: Int {
    switch kind {
    case .held, .movedTo, .changedTo, .steppedIn, .zoneTo, .rebookedTo: 1
    case .released, .withdrawn, .movedFrom, .changedFrom, .noShow, .zoneFrom, .rebookedFrom: -1
    case .confirmed: 0
    }
  }
}
