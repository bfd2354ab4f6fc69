public import Quantities

/// The arguments of an attempt.
public struct AttemptCall<RequestIndex, Provider> {
  public let request: RequestIndex
  /// Counts from 1.
  public let cycle: Int32
  /// Counts from 1, anew in each cycle.
  public let attempt: Int32
  public let time: Milliseconds
  /// Providers that declined in this cycle, or accepted and cancelled: they get no further offer.
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

/// The reason an offer came to nothing.
@frozen
public enum OfferFailure: Sendable {
  /// The provider said no.
  case declined
  /// The provider said yes, but it could not be kept any more.
  case lapsed
  /// The requester left.
  case withdrawn
  /// No answer came in time.
  case silent
}

/// The treatment of a submitted request, before the market sees it.
@frozen
public enum Reception: Sendable {
  /// The market has it at once.
  case now
  /// It is on its way, and arrives then.
  case later(Milliseconds)
  /// The market has ended it, or ends it itself.
  case over
}

/// The absence of an answer to an offer in time.
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
  /// Both sides are bound. Until `span` from now, when it is to begin, either may cancel.
  case kept(span: Milliseconds)
  /// It could not be kept any more.
  case lapsed(Cause)
}

/// The side that cancelled the agreement.
@frozen
public enum Cancellation: Sendable {
  case byProvider
  case byRequester
}
