public import Quantities
public import Statistics

extension Lifecycle where M: ~Copyable {
  /// The provider answers: no, or yes, and then the market sees whether it can still be kept.
  @inlinable
  mutating func answer(_ request: M.RequestIndex, at time: Milliseconds) {
    let provider = desk.provider(of: request)
    desk.states[Int(request)].next = nil
    if let silence = market.silence(of: provider, to: request) {
      desk.takeNote(ofDeclined: provider, request)
      fail(request, .silent, silence.outcome, silence.cause, at: time)
      return
    }
    desk[lastAttemptOf: request].answered = time
    if saysNo(provider, to: request) {
      fail(request, .declined, .declined, .declined, at: time)
      return
    }
    if let companion = market.companion(of: request), saysNo(companion, to: request) {
      fail(request, .declined, .declined, .declined, by: companion, at: time)
      return
    }
    switch market.commit(request, to: provider, at: time, &desk) {
    case .lapsed(let cause): fail(request, .lapsed, .lapsed, cause, at: time)
    case .kept(let span): match(request, span: span, at: time)
    }
  }

  /// Draws whether `provider` says no to the offer of `request`, who is then not asked again in the cycle.
  @inlinable
  mutating func saysNo(_ provider: M.Provider, to request: M.RequestIndex) -> Bool {
    let probability = market.declineProbability(of: provider, to: request, desk.rules)
    guard probability > 0,
      draw(.response, request, desk.states[Int(request)].cycle, provider: provider) < probability
    else { return false }
    desk.takeNote(ofDeclined: provider, request)
    return true
  }
}
