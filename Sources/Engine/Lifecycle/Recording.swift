public import Quantities

/// The record that the lifecycle keeps of a request; a market's own record holds more.
public protocol RequestRecording: Listed, Sendable {
  associatedtype Outcome: RequestEnding
  associatedtype Cause: RequestCause

  /// The record of a request that nothing has happened to.
  init()
  var outcome: Outcome { get set }
  /// The cause of the last attempt, or the reason why the request left or was refused; nil when it was served.
  var cause: Cause? { get set }
  var cycles: Int32 { get set }
  var attempts: Int32 { get set }
  /// The time at which the first accepted attempt was answered.
  var firstMatch: Milliseconds? { get set }
  /// The time at which the requester stopped waiting: at the beginning of what was agreed, on leaving, or on the last
  /// notice.
  var ended: Milliseconds? { get set }
}

/// The record that the lifecycle keeps of an attempt; a market's own record holds more.
public protocol AttemptRecording: Sendable {
  associatedtype RequestIndex: ListIndex
  associatedtype Provider: ListIndex
  associatedtype Cause: RequestCause

  /// The provider that the attempt chose; `.none` for nobody.
  var provider: Provider { get }
  var outcome: AttemptOutcome { get set }
  var cause: Cause? { get set }
  /// The time of the provider's answer; `.never` where none came.
  var answered: Milliseconds { get set }
}

/// The record that the lifecycle keeps of an event, where somebody wants to know.
public protocol EventRecording: Sendable {
  associatedtype RequestIndex: ListIndex
  associatedtype Provider: ListIndex
  associatedtype Kind: EventKind

  /// Writes down that `kind` happened; `.none` where nobody of that side took part.
  init(time: Milliseconds, kind: Kind, provider: Provider, request: RequestIndex)
}

/// The ends of a request that every market has, under the market's own words.
public protocol RequestEnding: Sendable {
  static var unmatched: Self { get }
  static var cancelledByRequester: Self { get }
  /// A provider cancelled, and nobody else was found.
  static var cancelledByProvider: Self { get }
  static var inProgress: Self { get }
  static var refusedInput: Self { get }
  static var probeHit: Self { get }
  static var probeMiss: Self { get }
}

/// The causes that every market has beside the stages of its funnel.
public protocol RequestCause: Sendable {
  /// The provider said no.
  static var declined: Self { get }
  /// The requester left while the offer was open.
  static var withdrawn: Self { get }
  /// The requester had waited as long as they would.
  static var patience: Self { get }
  /// The requester cancelled what was agreed.
  static var calledOff: Self { get }
  /// The service was out when the requester called.
  static var outage: Self { get }
}

/// The events that every market has, under the market's own words.
public protocol EventKind: Sendable {
  static var submitted: Self { get }
  static var attempt: Self { get }
  static var accepted: Self { get }
  static var declined: Self { get }
  static var lapsed: Self { get }
  static var withdrawn: Self { get }
  /// A cycle failed, and the requester was told.
  static var notified: Self { get }
  static var requesterLeft: Self { get }
  static var providerCancelled: Self { get }
  /// An attempt was due while the service was out.
  static var outage: Self { get }
}
