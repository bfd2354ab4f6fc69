public import EventKernel
public import Quantities
import Statistics

/// The arguments of an attempt.
public struct AttemptCall<RequestIndex, Provider> {
  public let request: RequestIndex
  /// The cycle, from 1.
  public let cycle: Int32
  /// The attempt within the cycle, from 1.
  public let attempt: Int32
  public let time: Milliseconds
  /// The providers who declined in this cycle, or who accepted and then cancelled: they get no further offer.
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

/// A requester's refusal of a provider found for them.
@frozen
public struct Rejection<Cause: Sendable>: Sendable {
  public let cause: Cause
  /// Whether the requester stops searching and leaves.
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

/// The way in which a submitted request reaches the market, if at all.
@frozen
public enum Reception: Sendable {
  /// The request reaches the market at once.
  case now
  /// The request reaches the market later, at this time.
  case later(Milliseconds)
  /// The market has ended the request, or will end it.
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
  /// Both sides are committed. The service begins after `span`; until then either may cancel.
  case kept(span: Milliseconds)
  /// The offer was no longer feasible.
  case lapsed(Cause)
}

/// The side that cancelled the agreement.
@frozen
public enum Cancellation: Sendable {
  case byProvider
  case byRequester
}

extension Lifecycle where M: ~Copyable {
  /// Proposes `provider` to the requester, and offers `request` to the provider unless the requester refuses.
  @inlinable
  mutating func propose(_ provider: M.Provider, to request: M.RequestIndex, at time: Milliseconds) {
    guard let rejection = market.rejection(of: provider, by: request, at: time, &desk) else {
      return offer(request, to: provider, at: time)
    }
    desk[lastAttemptOf: request].outcome = .refused
    desk[lastAttemptOf: request].cause = rejection.cause
    desk.takeNote(ofDeclined: provider, request)
    if rejection.leaves {
      leave(request, rejection.cause, at: time)
    } else {
      retryOrEnd(request, at: time)
    }
  }

  /// Offers `request` to `provider`.
  @inlinable
  mutating func offer(_ request: M.RequestIndex, to provider: M.Provider, at time: Milliseconds) {
    market.hold(request, with: provider, at: time, &desk)
    if let companion = market.companion(of: request) {
      market.hold(request, with: companion, at: time, &desk)
    }
    desk.states[Int(request)].phase = .offered
    desk.states[Int(request)].provider = provider.rawValue
    let delay = market.answerDelay(
      of: provider, to: request, cycle: desk.states[Int(request)].cycle, desk.rules)
    desk.states[Int(request)].next = desk.schedule(.answer(request), at: time + delay)
  }

  /// Ends the offer of `request` without a match, because of the provider or its companion.
  @inlinable
  mutating func fail(
    _ request: M.RequestIndex, _ reason: OfferFailure, _ outcome: AttemptOutcome, _ cause: M.Cause,
    by companion: M.Provider? = nil, at time: Milliseconds
  ) {
    let provider = companion ?? desk.provider(of: request)
    desk[lastAttemptOf: request].outcome = outcome
    desk[lastAttemptOf: request].cause = cause
    desk.note(reason == .declined ? .declined : .lapsed, provider: provider, request: request)
    release(request, because: reason, of: provider, at: time)
    retryOrEnd(request, at: time)
  }

  /// Releases all providers held by the offer of `request`; `decider` is the provider who declined, if any.
  @inlinable
  mutating func release(
    _ request: M.RequestIndex, because reason: OfferFailure, of decider: M.Provider, at time: Milliseconds
  ) {
    let provider = desk.provider(of: request)
    // A provider who did not decline loses a provisional acceptance.
    func reasonFor(_ other: M.Provider) -> OfferFailure {
      reason == .declined && other != decider ? .lapsed : reason
    }
    if let companion = market.companion(of: request) {
      market.release(request, from: companion, because: reasonFor(companion), at: time, &desk)
    }
    market.release(request, from: provider, because: reasonFor(provider), at: time, &desk)
  }

  /// Matches both sides; the agreed service begins after `span`.
  @inlinable
  mutating func match(_ request: M.RequestIndex, span: Milliseconds, at time: Milliseconds) {
    let provider = desk.provider(of: request)
    desk[lastAttemptOf: request].outcome = .accepted
    if desk.records.requests[request].firstMatch == nil { desk.records.requests[request].firstMatch = time }
    desk.states[Int(request)].phase = .matched
    desk.note(.accepted, provider: provider, request: request)
    let rules = desk.rules
    let cycle = desk.states[Int(request)].cycle
    if rules.providerCancelProbability > 0 {
      let draw = draw(.providerCancellation, request, cycle, provider: provider)
      if let delay = Self.moment(draw, of: rules.providerCancelProbability, in: span) {
        desk.states[Int(request)].next = desk.schedule(.cancellation(request), at: time + delay)
      }
    }
    let leaves = market.cancelProbability(of: request, rules)
    if leaves > 0 {
      let draw = draw(.requesterCancellation, request, cycle, provider: provider)
      if let delay = Self.moment(draw, of: leaves, in: span) {
        desk.scheduleLeaving(of: request, at: time + delay)
      }
    }
  }

  /// Returns the time, within `span`, of an event that occurs with `probability`; nil if it does not occur according to
  /// `draw`.
  @inlinable
  public static func moment(_ draw: Double, of probability: Double, in span: Milliseconds) -> Milliseconds? {
    guard draw < probability else { return nil }
    // Given that the draw is below the probability, it is uniform: it also determines the time.
    return Milliseconds(Int64(draw / probability * Double(span.rawValue)))
  }
}

extension Lifecycle where M: ~Copyable {
  /// Processes the provider's cancellation: the request searches again in a new cycle.
  @inlinable
  mutating func cancelByProvider(_ request: M.RequestIndex, at time: Milliseconds) {
    let provider = desk.provider(of: request)
    desk.states[Int(request)].next = nil
    undo(request, because: .byProvider, at: time)
    desk.note(.providerCancelled, provider: provider, request: request)
    desk.takeNote(ofCancelled: provider, request)
    desk.states[Int(request)].phase = .searching
    desk.beginCycle(of: request)
    desk.states[Int(request)].isDueByMarket = true
    attempt(request, at: time)
  }

  /// Ends the request because the requester's patience has run out.
  @inlinable
  mutating func losePatience(_ request: M.RequestIndex, at time: Milliseconds) {
    desk.states[Int(request)].patience = nil
    leave(request, .patience, at: time)
  }

  /// Processes the requester's cancellation of the agreed service.
  @inlinable
  mutating func callOff(_ request: M.RequestIndex, at time: Milliseconds) {
    desk.states[Int(request)].leaving = nil
    leave(request, market.callOff(request, at: time, &desk), at: time)
  }

  @inlinable
  mutating func leave(_ request: M.RequestIndex, _ cause: M.Cause, at time: Milliseconds) {
    let provider = desk.provider(of: request)
    switch desk.states[Int(request)].phase {
    case .offered:
      desk[lastAttemptOf: request].outcome = .withdrawn
      desk[lastAttemptOf: request].cause = .withdrawn
      release(request, because: .withdrawn, of: provider, at: time)
      desk.note(.withdrawn, provider: provider, request: request)
    case .matched: undo(request, because: .byRequester, at: time)
    case .searching, .gathered: break
    case .begun, .ended: preconditionFailure("nobody leaves what has begun")
    }
    desk.note(.requesterLeft, request: request)
    desk.end(request, .cancelledByRequester, cause, at: time)
    market.lose(request, at: time, &desk)
  }

  @inlinable
  mutating func undo(_ request: M.RequestIndex, because reason: Cancellation, at time: Milliseconds) {
    if let handle = desk.states[Int(request)].leaving { desk.kernel.cancel(handle) }
    desk.states[Int(request)].leaving = nil
    market.undo(request, with: desk.provider(of: request), because: reason, at: time, &desk)
  }
}
