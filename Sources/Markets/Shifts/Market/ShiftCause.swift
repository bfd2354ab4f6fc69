public import Lifecycle

/// The cause of a failed attempt, or of a sign-up that ended without a shift; the raw value is the name in tables.
public enum ShiftCause: String, CaseIterable, RequestCause {
  case signUpClosed = "sign_up_closed"
  case slotTaken = "slot_taken"
  case shiftsEnough = "shifts_enough"
  case postFull = "post_full"
  case zoneFull = "zone_full"
  case declined
  case tooLate = "too_late"
  case withdrawn
  case calledOff = "called_off"
  case patience
  case afterDeadline = "after_deadline"
  case outage

  /// The meaning of the cause, in one sentence.
  public var meaning: String {
    switch self {
    case .signUpClosed: "The deadline had passed."
    case .slotTaken: "The volunteer held another sign-up in the slot, or in one that overlaps it."
    case .shiftsEnough: "The volunteer held the maximum number of shifts."
    case .postFull: "The post was full; at the deadline, all posts of the slot."
    case .zoneFull: "The desired zone was full, although the post was not."
    case .declined: "The coordinator refused the sign-up."
    case .tooLate: "The slot had begun when the coordinator confirmed."
    case .withdrawn: "The volunteer withdrew before the coordinator answered."
    case .calledOff: "The volunteer withdrew, from this shift or from all."
    case .patience: "The volunteer's patience ran out."
    case .afterDeadline: "The volunteer signed up after the deadline."
    case .outage: "The service was out when the volunteer signed up."
    }
  }
}

/// The outcome of a sign-up; the raw value is the name in signups.csv.
public enum SignUpOutcome: String, CaseIterable, RequestEnding {
  case worked
  case noShow = "no_show"
  case stoodBy = "stood_by"
  case reserveNoShow = "reserve_no_show"
  case unmatched
  case cancelledByVolunteer = "cancelled_by_volunteer"
  case cancelledByOrganiser = "cancelled_by_organiser"
  case inProgress = "in_progress"
  case refusedInput = "refused_input"
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"

  public static var cancelledByRequester: Self { .cancelledByVolunteer }
  public static var cancelledByProvider: Self { .cancelledByOrganiser }

  /// The meaning of the outcome, in one sentence.
  public var meaning: String {
    switch self {
    case .worked: "The volunteer was there from the beginning of the slot to its end."
    case .noShow: "The volunteer had a shift and did not come."
    case .stoodBy: "The volunteer was in the reserve of the slot and was not needed."
    case .reserveNoShow: "The volunteer was called from the reserve of the slot and did not come."
    case .unmatched: "No place was found; the volunteer was notified."
    case .cancelledByVolunteer: "The volunteer withdrew before the slot began."
    case .cancelledByOrganiser: "The organiser withdrew the sign-up, and no other place was found."
    case .inProgress: "The run ended before the end of the slot."
    case .refusedInput: "The sign-up could not take part."
    case .probeHit: "A probe found a place."
    case .probeMiss: "A probe found no place."
    }
  }
}

/// The stages that a wish has to pass, in sequence; for sign-ups decided at the deadline, the stages apply to all posts
/// of the slot.
public enum ShiftStage: Int, FunnelStage {
  case isOpen
  case slotFree
  case belowMost
  case postFree
  case zoneFree

  public var words: StageWords<ShiftCause> {
    switch self {
    case .isOpen:
      StageWords(
        name: "sign_up_closed", cause: .signUpClosed, column: "open",
        count:
          "The number of posts considered: while sign-up is open, the desired one; at the deadline, all of the slot.",
        meaning: "The deadline has not passed.", left: "open", remedy: "a later `sign_up.deadline_s`")
    case .slotFree:
      StageWords(
        name: "slot_taken", cause: .slotTaken, column: "with_slot_free",
        count:
          "The number of these in a slot that does not overlap another sign-up of the volunteer.",
        meaning: "The volunteer holds no other sign-up in the slot or in one that overlaps it.",
        left: "in a free slot", remedy: "slots that do not overlap")
    case .belowMost:
      StageWords(
        name: "shifts_enough", cause: .shiftsEnough, column: "below_max_shifts",
        count: "The number of these within the volunteer's maximum number of shifts.",
        meaning: "The volunteer holds fewer shifts than the maximum.",
        left: "within the volunteer's maximum of shifts", remedy: "a larger `volunteers.max_shifts`")
    case .postFree:
      StageWords(
        name: "post_full", cause: .postFull, column: "with_places",
        count: "The number of these with a free place, in any zone.",
        meaning: "The post has a place left in the slot.", left: "with a place left",
        remedy: "more places, or wishes that are spread more evenly")
    case .zoneFree:
      StageWords(
        name: "zone_full", cause: .zoneFull, column: "with_zone_places",
        count: "The number of these with a free place in the desired zone.",
        meaning: "The desired zone, or any zone if none is desired, has a free place.",
        left: "with a place in the zone", remedy: "more places in the zone, or wishes for any zone")
    }
  }

  public var nobody: String { cause.meaning }

  /// The causes of the stages, stored separately because attempts use only these.
  private static let causes = allCases.map(\.words.cause)

  public var cause: ShiftCause { Self.causes[rawValue] }
}
