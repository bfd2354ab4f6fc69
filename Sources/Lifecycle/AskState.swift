public import EventKernel
public import Quantities

/// Where an ask stands in its lifecycle.
@frozen
public enum AskPhase: Sendable {
  case searching
  /// An attempt waits to be decided together with others.
  case gathered
  /// An offer is open.
  case offered
  /// Both sides are bound, and it has not begun.
  case matched
  /// What was agreed has begun.
  case begun
  case ended
}

/// What the lifecycle remembers of an ask while it lives.
@usableFromInline
struct AskState<Ask: ListIndex, Provider: ListIndex>: Listed, Sendable {
  @usableFromInline typealias Index = Ask

  @usableFromInline var phase = AskPhase.searching
  @usableFromInline var cycle: Int32 = 1
  @usableFromInline var attempt: Int32 = 0
  /// The provider asked or bound.
  @usableFromInline var provider = Provider.none
  /// The next attempt, answer, or cancellation by the provider.
  @usableFromInline var next: EventHandle?
  @usableFromInline var patience: EventHandle?
  /// When who asks calls off what was agreed.
  @usableFromInline var leaving: EventHandle?
  /// Providers who declined in this cycle.
  @usableFromInline var declined: [Provider] = []
  /// Providers who were bound and cancelled: they are not asked again.
  @usableFromInline var deserters: [Provider] = []
  /// Index of the last attempt in the log.
  @usableFromInline var lastAttempt = -1

  @inlinable init() {}

  /// The providers who are not asked in this cycle.
  @inlinable var excluded: [Provider] {
    if deserters.isEmpty { return declined }
    return declined.isEmpty ? deserters : declined + deserters
  }
}
