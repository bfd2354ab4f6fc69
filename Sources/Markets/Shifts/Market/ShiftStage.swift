public import Lifecycle

/// What a volunteer's wish has to pass, in order; at the deadline, what any post of the slot has to.
public enum ShiftStage: Int, FunnelStage {
  case isOpen
  case slotFree
  case belowMost
  case postFree
  case zoneFree

  public var name: String {
    switch self {
    case .isOpen: "sign_up_closed"
    case .slotFree: "slot_taken"
    case .belowMost: "shifts_enough"
    case .postFree: "post_full"
    case .zoneFree: "zone_full"
    }
  }

  public var column: String {
    switch self {
    case .isOpen: "open"
    case .slotFree: "with_slot_free"
    case .belowMost: "below_max_shifts"
    case .postFree: "with_places"
    case .zoneFree: "with_zone_places"
    }
  }

  public var count: String {
    switch self {
    case .isOpen:
      "Posts looked at while sign-up was open: the one wished for, or at the deadline all of the slot."
    case .slotFree:
      "Those of them in a slot in which, and in those it overlaps, the volunteer had no other sign-up."
    case .belowMost: "Those of them that did not exceed the number of shifts the volunteer takes."
    case .postFree: "Those of them that had a place left, in whatever zone."
    case .zoneFree: "Those of them that had a place left in the zone wished for."
    }
  }

  public var meaning: String {
    switch self {
    case .isOpen: "The deadline has not passed."
    case .slotFree: "The volunteer holds no other sign-up in the slot or in one that overlaps it."
    case .belowMost: "The volunteer holds fewer shifts than they take at most."
    case .postFree: "The post has a place left in the slot."
    case .zoneFree: "The zone wished for has a place left; any zone will do where none was."
    }
  }

  public var left: String {
    switch self {
    case .isOpen: "open"
    case .slotFree: "in a free slot"
    case .belowMost: "within the volunteer's number of shifts"
    case .postFree: "with a place left"
    case .zoneFree: "with a place in the zone"
    }
  }

  public var cause: ShiftCause {
    switch self {
    case .isOpen: .signUpClosed
    case .slotFree: .slotTaken
    case .belowMost: .shiftsEnough
    case .postFree: .postFull
    case .zoneFree: .zoneFull
    }
  }

  public var nobody: String { cause.meaning }

  public var remedy: String {
    switch self {
    case .isOpen: "a later `sign_up.deadline_s`"
    case .slotFree: "slots that do not overlap"
    case .belowMost: "a larger `volunteers.max_shifts`"
    case .postFree: "more places, or wishes that are spread more evenly"
    case .zoneFree: "more places in the zone, or wishes for any zone"
    }
  }
}
