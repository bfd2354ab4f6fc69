public import Quantities

/// The policy for deciding sign-ups without a place at the deadline.
public enum AssignmentPolicy: String, CaseIterable, Sendable {
  /// No assignment: flexible volunteers are treated like the others.
  case none
  /// Assigns volunteers in sign-up order, each first in the slots with the largest shortage, to the best wish with a
  /// free place or else to any place.
  case greedy
  /// Fills as many places as possible; then makes the shortage as even as possible over the slots; then minimises the
  /// sum of ranks.
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

/// The rules of the market in addition to those of the lifecycle.
public struct ShiftRules: Sendable {
  /// The fields of the scenario.
  package var fields: ShiftsFields
  /// The deadline for sign-ups, at which flexible volunteers are assigned; `.never` if there is none.
  public var deadline: Milliseconds = .never
  /// Whether messages are recorded.
  public var recordsMessages = false

  /// Creates the rules of a scenario with `fields`, without a deadline.
  package init(_ fields: ShiftsFields) { self.fields = fields }

  /// The time from sign-up after which a volunteer without a shift leaves; `.never` if they do not.
  public var patience: Milliseconds { fields.behaviour.patience ?? .never }

  /// The exponent s: the new post of a change is the k-th post of a slot with a probability proportional to k^(−s).
  var popularityExponent: Double {
    if case .synthetic(let plan) = fields.volunteers { plan.popularityExponent } else { 0 }
  }
}
