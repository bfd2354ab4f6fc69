public import Quantities

/// The arguments of an attempt.
public struct AttemptCall<RequestIndex, Provider> {
  public let request: RequestIndex
  /// The cycle, from 1.
  public let cycle: Int32
  /// The attempt within the cycle, from 1.
  public let attempt: Int32
  public let time: Milliseconds
  /// The providers who declined in this cycle, or accepted and cancelled: they get no further offer.
  public let excluded: [Provider]

  @inlinable
  init(request: RequestIndex, cycle: Int32, attempt: Int32, time: Milliseconds, excluded: [Provider]) {
    self.request = request
    self.cycle = cycle
    self.attempt = attempt
    self.time = time
    self.excluded = excluded
  }
}

/// A requester's refusal of a provider who was found.
@frozen
public struct Rejection<Cause: Sendable>: Sendable {
  public let cause: Cause
  /// Whether the requester searches no further, and leaves.
  public let leaves: Bool

  @inlinable
  public init(because cause: Cause, leaves: Bool) {
    self.cause = cause
    self.leaves = leaves
  }
}

/// The reason an offer failed.
@frozen
public enum OfferFailure: Sendable {
  /// The provider declined.
  case declined
  /// The provider accepted, but the offer was no longer feasible.
  case lapsed
  /// The requester left while the offer was open.
  case withdrawn
  /// No answer came in time.
  case silent
}

/// The reception of a submitted request.
@frozen
public enum Reception: Sendable {
  /// The market receives it at once.
  case now
  /// It arrives at the market later, at this time.
  case later(Milliseconds)
  /// The market has ended it, or will.
  case over
}

/// A missing answer to an offer.
@frozen
public struct Silence<Cause: Sendable>: Sendable {
  /// `undelivered` or `unanswered`.
  public let outcome: AttemptOutcome
  public let cause: Cause

  @inlinable
  public init(_ outcome: AttemptOutcome, because cause: Cause) {
    self.outcome = outcome
    self.cause = cause
  }
}

/// The outcome of a provider's acceptance.
@frozen
public enum Commitment<Cause: Sendable>: Sendable {
  /// Both sides are committed. The service begins in `span`; until then either may cancel.
  case kept(span: Milliseconds)
  /// It was no longer feasible.
  case lapsed(Cause)
}

/// The side that cancelled the agreement.
@frozen
public enum Cancellation: Sendable {
  case byProvider
  case byRequester
}
