public import Community
public import Quantities

/// The policy for deciding sign-ups without a place at the deadline.
public enum AssignmentPolicy: String, CaseIterable, Sendable {
  /// Does not decide them: flexible volunteers are treated like the others.
  case none
  /// Assigns volunteers in the order of sign-up, in the slots with the largest shortage first, each to the best
  /// wish with a place, or else to any place.
  case greedy
  /// Fills the most places; among those solutions, chooses the one whose shortage is spread most evenly over the
  /// slots, and then the one with the lowest sum of ranks.
  case optimal
}

/// The rules by which volunteers are reminded of their shifts.
public struct ReminderRules: Equatable, Sendable {
  /// The time before the slot begins at which the reminder is sent.
  public var before = Milliseconds(86_400_000)
  /// The factor applied to the no-show probability of volunteers who have read the reminder.
  public var factor = 0.5

  public init() {}
}

/// The rules of the market besides those of the lifecycle.
public struct ShiftRules: Sendable {
  /// The time until which volunteers sign up; at this time, flexible volunteers are assigned.
  public var deadline: Milliseconds = .never
  public var assignment = AssignmentPolicy.optimal
  /// Whether flexible volunteers may be moved to another post of their slot at the deadline, if this fulfils wishes
  /// better.
  public var allowsMoves = true
  /// The size of a slot's reserve, appointed at the deadline from volunteers who are left over, as a share of the
  /// slot's places.
  public var reserveShare = 0.0
  /// The probability that a volunteer whose place is not the first wish requests a better one before the deadline.
  public var changeProbability = 0.0
  /// The probability that a volunteer withdraws from everything, at some time between sign-up and the first
  /// slot.
  public var withdrawAllProbability = 0.0
  /// The probability that a volunteer does not come to a shift.
  public var noShowProbability = 0.0
  /// The rules by which volunteers are reminded of their shifts; nil: no reminders.
  public var reminder: ReminderRules?
  /// The rules for messages to volunteers; nil: they always arrive, immediately.
  public var channel: ChannelRules?
  /// The rules by which zones are chosen in a second step; nil if they are chosen with the post.
  public var zones: ZoneRules?
  /// The rules by which confirmed sign-ups are changed; nil: none are, apart from `changeProbability`.
  public var rebooking: RebookingRules?
  /// The exponent s: a change chooses the k-th post of a slot with a probability proportional to k to the power of −s.
  public var popularityExponent = 0.0
  /// Whether messages are recorded.
  public var recordsMessages = false
  /// The time from sign-up until a volunteer without a shift leaves; `.never` if they do not.
  public var patience = Milliseconds.never

  public init() {}
}
