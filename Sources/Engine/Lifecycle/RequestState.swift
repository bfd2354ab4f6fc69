public import EventKernel

/// The phase of a request in its lifecycle.
@frozen
public enum RequestPhase: Sendable {
  case searching
  /// An attempt waits to be decided together with others.
  case gathered
  /// An offer is open.
  case offered
  /// Both sides are bound, and it has not begun.
  case matched
  /// The agreed service has begun.
  case begun
  case ended
}

/// The state of a request during its lifecycle.
///
/// It is generic over nothing, for there are as many as requests: providers are kept as the raw values of their places. It is as long as a
/// line of the cache, and holds no reference: who said no stands apart, for hardly anybody does.
@usableFromInline
struct RequestState: BitwiseCopyable {
  @usableFromInline var phase = RequestPhase.searching
  /// True if somebody is not asked: `LifecycleDesk.refusals` says who.
  @usableFromInline var hasRefusals = false
  /// True if its attempt waits for the end of an outage.
  @usableFromInline var isHeld = false
  /// True if the next attempt was scheduled by the market, not by the requester's own call.
  @usableFromInline var isDueByMarket = false
  @usableFromInline var cycle: Int32 = 1
  @usableFromInline var attempt: Int32 = 0
  /// The attempts of all cycles, and the last cycle that had one: they are in the record once the request has ended.
  @usableFromInline var attempts: Int32 = 0
  @usableFromInline var cycles: Int32 = 0
  /// The provider asked or bound; -1 for nobody.
  @usableFromInline var provider: Int32 = -1
  /// The next attempt, answer, or cancellation by the provider.
  @usableFromInline @Pending var next: EventHandle?
  @usableFromInline @Pending var patience: EventHandle?
  /// The time at which the requester cancels the agreement.
  @usableFromInline @Pending var leaving: EventHandle?
  /// Index of the last attempt in the log.
  @usableFromInline var lastAttempt: Int32 = -1

  @inlinable init() {}
}

/// The providers not to be asked for a request.
@usableFromInline
struct Refusals {
  /// Providers who declined in this cycle.
  @usableFromInline var declined: [Int32] = []
  /// Providers who were bound and cancelled: they are not asked again.
  @usableFromInline var cancelledProviders: [Int32] = []

  @inlinable init() {}
}
