public import Quantities

/// The lifecycle's part of a request record; markets add to it.
public protocol RequestRecording: Listed, Sendable {
  associatedtype Outcome: RequestEnding
  associatedtype Cause: RequestCause

  /// Creates the record of a request without events.
  init()
  var outcome: Outcome { get set }
  /// The cause of the last failed attempt, or the reason the request left or was refused; nil if it was
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

/// The lifecycle's part of an attempt record; markets add to it.
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

/// The lifecycle's part of an event record.
public protocol EventRecording: Sendable {
  associatedtype RequestIndex: ListIndex
  associatedtype Provider: ListIndex
  associatedtype Kind: EventKind

  /// Creates the record of an event of `kind`; `.none` if no provider or request took part.
  init(time: Milliseconds, kind: Kind, provider: Provider, request: RequestIndex)
}

/// The outcomes of requests in every market, with the market's own names.
public protocol RequestEnding: Sendable {
  static var unmatched: Self { get }
  static var cancelledByRequester: Self { get }
  /// A provider cancelled, and no other one was found.
  static var cancelledByProvider: Self { get }
  static var inProgress: Self { get }
  static var refusedInput: Self { get }
  static var probeHit: Self { get }
  static var probeMiss: Self { get }
}

/// The causes in every market, besides the funnel stages.
public protocol RequestCause: Sendable {
  /// The provider declined.
  static var declined: Self { get }
  /// The requester left while the offer was open.
  static var withdrawn: Self { get }
  /// The requester's patience ended.
  static var patience: Self { get }
  /// The requester cancelled the agreement.
  static var calledOff: Self { get }
  /// The service was out when the requester called.
  static var outage: Self { get }
}

/// The kinds of events in every market, with the market's own names.
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
  /// An attempt was due while the service was out.
  static var outage: Self { get }
}
