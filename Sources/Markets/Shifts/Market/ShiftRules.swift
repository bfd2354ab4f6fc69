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
  /// The fields of the scenario.
  package var fields: ShiftsFields
  /// The time until which volunteers sign up; at this time, flexible volunteers are assigned.
  public var deadline: Milliseconds = .never
  /// Whether messages are recorded.
  public var recordsMessages = false

  /// Creates the rules of a scenario with `fields`, without a deadline.
  package init(_ fields: ShiftsFields) { self.fields = fields }

  /// The time from sign-up until a volunteer without a shift leaves; `.never` if they do not.
  public var patience: Milliseconds { fields.behaviour.patience ?? .never }

  /// The exponent s: a change chooses the k-th post of a slot with a probability proportional to k to the power of −s.
  var popularityExponent: Double {
    if case .synthetic(let plan) = fields.volunteers { plan.popularityExponent } else { 0 }
  }
}
