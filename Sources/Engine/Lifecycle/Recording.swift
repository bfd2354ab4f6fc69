public import Quantities

/// The members of request records used by the lifecycle; markets add their own.
public protocol RequestRecording: Listed, Sendable {
  associatedtype Outcome: RequestEnding
  associatedtype Cause: RequestCause

  /// Creates the record of a request without events.
  init()
  var outcome: Outcome { get set }
  /// The cause of the last failed attempt, or the reason the request left or was refused; nil if the request was
  /// served.
  var cause: Cause? { get set }
  var cycles: Int32 { get set }
  var attempts: Int32 { get set }
  /// The time of the first acceptance.
  var firstMatch: Milliseconds? { get set }
  /// The time at which the requester stopped waiting: the beginning of the service, their departure, or the last
  /// notification.
  var ended: Milliseconds? { get set }
}

/// The members of attempt records used by the lifecycle; markets add their own.
public protocol AttemptRecording: Sendable {
  associatedtype RequestIndex: ListIndex
  associatedtype Provider: ListIndex
  associatedtype Cause: RequestCause

  /// The chosen provider; `.none` if there is none.
  var provider: Provider { get }
  var outcome: AttemptOutcome { get set }
  var cause: Cause? { get set }
  /// The time of the provider's answer; `.never` if none came.
  var answered: Milliseconds { get set }
}

/// The members of event records used by the lifecycle.
public protocol EventRecording: Sendable {
  associatedtype RequestIndex: ListIndex
  associatedtype Provider: ListIndex
  associatedtype Kind: EventKind

  /// Creates the record of an event of `kind`; `provider` or `request` is `.none` if the event has none.
  init(time: Milliseconds, kind: Kind, provider: Provider, request: RequestIndex)
}

/// The request outcomes common to all markets, under each market's own names.
public protocol RequestEnding: Sendable {
  static var unmatched: Self { get }
  static var cancelledByRequester: Self { get }
  /// A provider cancelled, and no other provider was found.
  static var cancelledByProvider: Self { get }
  static var inProgress: Self { get }
  static var refusedInput: Self { get }
  static var probeHit: Self { get }
  static var probeMiss: Self { get }
}

/// The causes common to all markets, besides those of the funnel stages.
public protocol RequestCause: Sendable {
  /// The provider declined.
  static var declined: Self { get }
  /// The requester left while the offer was open.
  static var withdrawn: Self { get }
  /// The requester's patience ended.
  static var patience: Self { get }
  /// The requester cancelled the agreement.
  static var calledOff: Self { get }
  /// An attempt failed because of an outage of the service.
  static var outage: Self { get }
}

/// The kinds of events common to all markets, under each market's own names.
public protocol EventKind: Sendable {
  static var submitted: Self { get }
  static var attempt: Self { get }
  static var accepted: Self { get }
  static var declined: Self { get }
  static var lapsed: Self { get }
  static var withdrawn: Self { get }
  /// A cycle failed, and the requester was notified.
  static var notified: Self { get }
  static var requesterLeft: Self { get }
  static var providerCancelled: Self { get }
  /// An attempt was due during an outage of the service.
  static var outage: Self { get }
}

/// An event of the lifecycle, with its subject.
///
/// Not generic over `Market`: otherwise the runtime would search all conformances once per run.
@frozen
@usableFromInline
enum LifecycleEvent<RequestIndex: BitwiseCopyable, Provider: BitwiseCopyable, Step: BitwiseCopyable>:
  BitwiseCopyable
{
  /// A step of the market.
  case step(Step)
  /// The next provider of the input arrives.
  case arrival(Provider)
  /// A provider answers the offer of a request.
  case answer(RequestIndex)
  /// The provider of a request cancels.
  case cancellation(RequestIndex)
  /// A request's patience ends.
  case patience(RequestIndex)
  /// The requester cancels the agreed service.
  case leaving(RequestIndex)
  /// The next request of the input is submitted.
  case submission(RequestIndex)
  /// A request is retried.
  case retry(RequestIndex)
  /// An attempt that was held by an outage is made.
  case resumption(RequestIndex)
  /// The decision on the gathered requests.
  case decision

  /// The order of events in the same millisecond: movements first, then answers, then departures of requesters, and
  /// attempts last, so that they take the others into account; gathered attempts follow single ones.
  @inlinable var priority: UInt8 {
    switch self {
    case .step: 0
    case .arrival: 1
    case .answer: 2
    case .cancellation: 3
    case .patience, .leaving: 4
    case .resumption: 5
    case .submission, .retry: 6
    case .decision: 7
    }
  }
}

/// The outcome of an attempt; the raw value is the name in attempts.csv.
public enum AttemptOutcome: String, CaseIterable, Sendable {
  case accepted
  /// The requester refused the offer before it was sent to the provider.
  case refused
  case declined
  case lapsed
  case withdrawn
  case noCandidate = "no_candidate"
  /// The offer was not read in time.
  case undelivered
  /// The offer was read, and no answer came in time.
  case unanswered
  case inProgress = "in_progress"
  case probeHit = "probe_hit"
  case probeMiss = "probe_miss"
}
