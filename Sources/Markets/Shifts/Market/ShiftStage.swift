public import Lifecycle

/// The stages a volunteer's wish has to pass, in order; at the deadline, those for any post of the slot.
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
        meaning: "The volunteer holds fewer shifts than they take at most.",
        left: "within the volunteer's number of shifts", remedy: "a larger `volunteers.max_shifts`")
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

  /// The causes of the stages, the only part of their words that attempts need.
  private static let causes = allCases.map(\.words.cause)

  public var cause: ShiftCause { Self.causes[rawValue] }
}
