public import Quantities
import Statistics

extension Lifecycle where M: ~Copyable {
  /// Processes the provider's answer: a decline, or an acceptance that the market commits if still possible.
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

  /// Draws whether `provider` declines the offer of `request`; a declined provider is excluded for the rest
  /// of the cycle.
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
