public import Community
public import Quantities

/// The policy that decides requests that hold nothing at the deadline.
public enum AssignmentPolicy: String, CaseIterable, Sendable {
  /// They are not: flexible volunteers are treated like the others.
  case none
  /// The policy that assigns in the order in which they signed up, in the slots that miss most first, each by the best wish
  /// that has a place, or else any.
  case greedy
  /// The policy that fills the most places, of those ways the one whose shortage is spread most evenly over the slots, and
  /// of those the one with the least sum of ranks.
  case optimal
}

/// The rules by which volunteers are reminded of their shifts.
public struct ReminderRules: Equatable, Sendable {
  /// The time before the beginning of the slot at which a reminder is sent.
  public var before = Milliseconds(86_400_000)
  /// The factor that multiplies the probability of not coming, for those who have read it.
  public var factor = 0.5

  public init() {}
}

/// The rules of the market beside those of the lifecycle.
public struct ShiftRules: Sendable {
  /// The time until which volunteers sign up; then those who are flexible are assigned.
  public var deadline: Milliseconds = .never
  public var assignment = AssignmentPolicy.optimal
  /// True if flexible volunteers may be moved to another post of their slot at the deadline, if wishes are met better.
  public var allowsMoves = true
  /// The reserve of a slot, appointed at the deadline among those who are left over, as a share of the slot's places.
  public var reserveShare = 0.0
  /// The probability that a volunteer whose place is not the first wish asks for a better one before the deadline.
  public var changeProbability = 0.0
  /// The probability that a volunteer withdraws from everything, at a moment between sign-up and the first slot.
  public var withdrawAllProbability = 0.0
  /// The probability that somebody does not come to a shift.
  public var noShowProbability = 0.0
  /// The rules by which volunteers are reminded of their shifts; nil if nobody is.
  public var reminder: ReminderRules?
  /// The rules by which messages travel to volunteers; nil for at once and always.
  public var channel: ChannelRules?
  /// The rules by which zones are chosen in a second step; nil if they are chosen with the post.
  public var zones: ZoneRules?
  /// The rules by which confirmed sign-ups are changed; nil if none is, apart from `changeProbability`.
  public var rebooking: RebookingRules?
  /// The exponent s by which the k-th post of a slot is chosen in a change, in proportion to k to the power of −s.
  public var popularityExponent = 0.0
  /// True if messages are written down.
  public var recordsMessages = false
  /// The time from sign-up until a volunteer without a shift leaves; `.never` if they do not.
  public var patience = Milliseconds.never

  public init() {}
}
