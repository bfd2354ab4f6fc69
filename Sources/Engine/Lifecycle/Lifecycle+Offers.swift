public import Quantities
public import Statistics

extension Lifecycle where M: ~Copyable {
  /// Asks `provider`.
  @inlinable
  mutating func offer(_ ask: M.Ask, to provider: M.Provider, at time: Milliseconds) {
    market.hold(ask, with: provider, at: time, &desk)
    if let companion = market.companion(of: ask) { market.hold(ask, with: companion, at: time, &desk) }
    desk.states[Int(ask)].phase = .offered
    desk.states[Int(ask)].provider = provider.rawValue
    let delay = market.answerDelay(of: provider, to: ask, cycle: desk.states[Int(ask)].cycle, desk.rules)
    desk.states[Int(ask)].next = desk.schedule(.answer(ask), at: time + delay)
  }

  /// The provider answers: no, or yes, and then the market sees whether it can still be kept.
  @inlinable
  mutating func answer(_ ask: M.Ask, at time: Milliseconds) {
    let provider = desk.provider(of: ask)
    desk.states[Int(ask)].next = nil
    if let silence = market.silence(of: provider, to: ask) {
      desk.states[Int(ask)].declined.append(provider.rawValue)
      fail(ask, .silent, silence.outcome, silence.cause, at: time)
      return
    }
    desk[lastAttemptOf: ask].answered = time
    if saysNo(provider, to: ask) {
      fail(ask, .declined, .declined, .declined, at: time)
      return
    }
    if let companion = market.companion(of: ask), saysNo(companion, to: ask) {
      fail(ask, .declined, .declined, .declined, by: companion, at: time)
      return
    }
    switch market.commit(ask, to: provider, at: time, &desk) {
    case .lapsed(let cause): fail(ask, .lapsed, .lapsed, cause, at: time)
    case .kept(let span): match(ask, span: span, at: time)
    }
  }

  /// Draws whether `provider` says no to the offer of `ask`, who is then not asked again in the cycle.
  @inlinable
  mutating func saysNo(_ provider: M.Provider, to ask: M.Ask) -> Bool {
    let probability = market.declineProbability(of: provider, to: ask, desk.rules)
    guard probability > 0, draw(.response, ask, desk.states[Int(ask)].cycle, provider: provider) < probability
    else { return false }
    desk.states[Int(ask)].declined.append(provider.rawValue)
    return true
  }

  /// The offer of `ask` comes to nothing, by the provider who was asked or by another one whom it needs.
  @inlinable
  mutating func fail(
    _ ask: M.Ask, _ reason: OfferFailure, _ outcome: AttemptOutcome, _ cause: M.Cause,
    by companion: M.Provider? = nil, at time: Milliseconds
  ) {
    let provider = companion ?? desk.provider(of: ask)
    desk[lastAttemptOf: ask].outcome = outcome
    desk[lastAttemptOf: ask].cause = cause
    desk.note(reason == .declined ? .declined : .lapsed, provider: provider, ask: ask)
    release(ask, because: reason, of: provider, at: time)
    goOn(ask, at: time)
  }

  /// Releases all whom the offer of `ask` holds; `decider` is who said no, if anybody did.
  @inlinable
  mutating func release(
    _ ask: M.Ask, because reason: OfferFailure, of decider: M.Provider, at time: Milliseconds
  ) {
    let provider = desk.provider(of: ask)
    // Who did not say no has lost what they had said yes to.
    func reasonFor(_ other: M.Provider) -> OfferFailure {
      reason == .declined && other != decider ? .lapsed : reason
    }
    if let companion = market.companion(of: ask) {
      market.release(ask, from: companion, because: reasonFor(companion), at: time, &desk)
    }
    market.release(ask, from: provider, because: reasonFor(provider), at: time, &desk)
  }

  /// Both sides are bound to what begins in `span`.
  @inlinable
  mutating func match(_ ask: M.Ask, span: Milliseconds, at time: Milliseconds) {
    let provider = desk.provider(of: ask)
    desk[lastAttemptOf: ask].outcome = .accepted
    if desk.records.asks[ask].firstMatch == nil { desk.records.asks[ask].firstMatch = time }
    desk.states[Int(ask)].phase = .matched
    desk.note(.accepted, provider: provider, ask: ask)
    let rules = desk.rules
    let cycle = desk.states[Int(ask)].cycle
    if rules.providerCancelProbability > 0 {
      let draw = draw(.providerCancellation, ask, cycle, provider: provider)
      if let delay = Self.moment(draw, of: rules.providerCancelProbability, in: span) {
        desk.states[Int(ask)].next = desk.schedule(.cancellation(ask), at: time + delay)
      }
    }
    if rules.askerCancelProbability > 0 {
      let draw = draw(.askerCancellation, ask, cycle, provider: provider)
      if let delay = Self.moment(draw, of: rules.askerCancelProbability, in: span) {
        desk.scheduleLeaving(of: ask, at: time + delay)
      }
    }
  }

  /// When in `span` something happens that does so with `probability`; nil where `draw` says that it does not.
  @inlinable
  public static func moment(_ draw: Double, of probability: Double, in span: Milliseconds) -> Milliseconds? {
    guard draw < probability else { return nil }
    // Given that it is below the probability, the draw tells evenly when.
    return Milliseconds(Int64(draw / probability * Double(span.rawValue)))
  }
}
