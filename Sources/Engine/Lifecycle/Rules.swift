public import EventKernel
public import Quantities
public import Statistics

/// The rules of the lifecycle: attempts, cycles, answers, cancellations.
public struct Rules: Sendable {
  /// The source from which answers, relaunches and cancellations are drawn.
  public var random: RandomSource
  /// The maximum number of attempts per cycle, including the first.
  public var attempts: Int32 = 3
  /// The time from the end of an attempt to the next attempt.
  public var retryInterval = Milliseconds.zero
  public var maxCycles: Int32 = 1
  /// The probability that the requester begins another cycle after a failed one, `relaunchDelay` later.
  public var relaunchProbability = 0.0
  public var relaunchDelay = Milliseconds.zero
  /// The response time of a provider; the market decides how long an offer stays open
  /// (`ChannelRules.offerTimeout`).
  public var answerDelay = Milliseconds.zero
  public var declineProbability = 0.0
  /// The probability that a provider cancels an agreement before it begins.
  public var providerCancelProbability = 0.0
  /// The probability that the requester cancels an agreement before it begins.
  public var requesterCancelProbability = 0.0
  /// The outages of the service; nil if there are none.
  public var outages: OutageRules?
  /// The time at which the run is cut off; `.never`: it ends once every request has ended.
  public var horizon = Milliseconds.never

  /// Creates the default rules: one cycle of three attempts without delay, immediate acceptance, no
  /// cancellations.
  public init(random: RandomSource) { self.random = random }
}

/// The error for an event scheduled beyond the maximum simulated time.
public struct TooLate: Error, Hashable, CustomStringConvertible {
  /// The time of scheduling.
  public let now: Milliseconds
  /// The delay of the event.
  public let delay: Milliseconds

  @usableFromInline
  init(now: Milliseconds, delay: Milliseconds) {
    self.now = now
    self.delay = delay
  }

  /// The latest possible time in a run.
  @inlinable static var end: Milliseconds { Milliseconds(EventQueue<Int32>.timeLimit.rawValue - 1) }

  /// The message: fault and remedy.
  public var description: String {
    "time.horizon_s: an activity that begins at \(now.seconds) s takes \(delay.seconds) s, but no run goes beyond "
      + "\(Self.end.seconds) s; give an earlier horizon, or shorter or faster trips"
  }
}

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
/// Not generic: providers are stored as raw indices. A state fills one cache line and has no references;
/// declined providers, which are rare, are stored elsewhere.
@usableFromInline
struct RequestState: BitwiseCopyable {
  @usableFromInline var phase = RequestPhase.searching
  /// Whether some provider is excluded, see `LifecycleDesk.refusals`.
  @usableFromInline var hasRefusals = false
  /// Whether its attempt waits for the end of an outage.
  @usableFromInline var isHeld = false
  /// Whether the next attempt was scheduled by the market, rather than by the requester's own call.
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
  /// The index in the records of the last attempt.
  @usableFromInline var lastAttempt: Int32 = -1

  @inlinable init() {}

  /// Counts a new attempt, and returns its cycle, its number and whether any provider is excluded.
  @inlinable
  mutating func countAttempt() -> (cycle: Int32, attempt: Int32, hasRefusals: Bool) {
    attempt += 1
    attempts += 1
    // A cycle that the requester does not wait for has no attempt, and is not counted.
    cycles = cycle
    return (cycle, attempt, hasRefusals)
  }

  /// Begins the service, after which no event is pending.
  @inlinable
  mutating func begin() {
    phase = .begun
    next = nil
    patience = nil
    leaving = nil
  }

  /// Begins a search without a provider; returns the number of the last attempt.
  @inlinable
  @discardableResult
  mutating func search() -> Int32 {
    phase = .searching
    provider = -1
    return attempt
  }
}

/// The excluded providers of a request.
@usableFromInline
struct Refusals {
  /// The providers who declined in this cycle.
  @usableFromInline var declined: [Int32] = []
  /// The providers who cancelled after a commitment: permanently excluded.
  @usableFromInline var cancelledProviders: [Int32] = []

  @inlinable init() {}
}
