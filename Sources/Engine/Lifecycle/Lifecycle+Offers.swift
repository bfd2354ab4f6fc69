public import Quantities
import Statistics

extension Lifecycle where M: ~Copyable {
  /// Puts `provider` to the requester, who may refuse, and then offers `request` to the provider.
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

  /// Ends the offer of `request` without a match, caused by the provider or by its companion.
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

  /// Releases all providers held by the offer of `request`; `decider` is the one who declined, if any.
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

  /// Matches both sides; the agreed service begins in `span`.
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

  /// Returns the time within `span` of an event with `probability`; nil if it does not happen according to
  /// `draw`.
  @inlinable
  public static func moment(_ draw: Double, of probability: Double, in span: Milliseconds) -> Milliseconds? {
    guard draw < probability else { return nil }
    // Given that the draw is below the probability, it is uniform: it also determines the time.
    return Milliseconds(Int64(draw / probability * Double(span.rawValue)))
  }
}
