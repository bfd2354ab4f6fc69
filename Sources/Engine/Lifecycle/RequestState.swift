public import EventKernel

/// The phase of a request in its lifecycle.
@frozen
public enum RequestPhase: Sendable {
  case searching
  /// An attempt waits for a joint decision with others.
  case gathered
  /// An offer is open.
  case offered
  /// Both sides are committed, and the service has not begun.
  case matched
  /// The agreed service has begun.
  case begun
  case ended
}

/// The state of a request during its lifecycle.
///
/// Not generic, because there is one for each request: providers are stored as raw indices. It fills a cache line,
/// without references: declined providers are stored elsewhere, because they are rare.
@usableFromInline
struct RequestState: BitwiseCopyable {
  @usableFromInline var phase = RequestPhase.searching
  /// Whether some provider is excluded, see `LifecycleDesk.refusals`.
  @usableFromInline var hasRefusals = false
  /// True if its attempt waits for the end of an outage.
  @usableFromInline var isHeld = false
  /// True if the next attempt was scheduled by the market, not by the requester's own call.
  @usableFromInline var isDueByMarket = false
  @usableFromInline var cycle: Int32 = 1
  @usableFromInline var attempt: Int32 = 0
  /// The number of attempts in all cycles, and the last cycle with an attempt: copied to the record when the
  /// request ends.
  @usableFromInline var attempts: Int32 = 0
  @usableFromInline var cycles: Int32 = 0
  /// The provider with an offer or a commitment; -1 for none.
  @usableFromInline var provider: Int32 = -1
  /// The next attempt, answer, or provider cancellation.
  @usableFromInline @Pending var next: EventHandle?
  @usableFromInline @Pending var patience: EventHandle?
  /// The scheduled cancellation by the requester.
  @usableFromInline @Pending var leaving: EventHandle?
  /// The index of the last attempt in the records.
  @usableFromInline var lastAttempt: Int32 = -1

  @inlinable init() {}
}

/// The excluded providers of a request.
@usableFromInline
struct Refusals {
  /// The providers who declined in this cycle.
  @usableFromInline var declined: [Int32] = []
  /// The providers who were committed and cancelled: excluded for good.
  @usableFromInline var cancelledProviders: [Int32] = []

  @inlinable init() {}
}
