public import EventKernel
public import Quantities

extension Lifecycle where M: ~Copyable {
  /// The provider cancels: who asks goes back to searching with a new cycle.
  @inlinable
  mutating func cancelByProvider(_ ask: M.Ask, at time: Milliseconds) {
    let provider = desk.provider(of: ask)
    desk.states[Int(ask)].next = nil
    undo(ask, because: .byProvider, at: time)
    desk.note(.providerCancelled, provider: provider, ask: ask)
    desk.states[Int(ask)].deserters.append(provider.rawValue)
    desk.states[Int(ask)].phase = .searching
    desk.beginCycle(of: ask)
    attempt(ask, at: time)
  }

  /// Who asks has waited long enough, and leaves.
  @inlinable
  mutating func losePatience(_ ask: M.Ask, at time: Milliseconds) {
    desk.states[Int(ask)].patience = nil
    leave(ask, .patience, at: time)
  }

  /// Who asks calls off what was agreed.
  @inlinable
  mutating func callOff(_ ask: M.Ask, at time: Milliseconds) {
    desk.states[Int(ask)].leaving = nil
    leave(ask, .calledOff, at: time)
  }

  @inlinable
  mutating func leave(_ ask: M.Ask, _ cause: M.Cause, at time: Milliseconds) {
    let provider = desk.provider(of: ask)
    switch desk.states[Int(ask)].phase {
    case .offered:
      desk[lastAttemptOf: ask].outcome = .withdrawn
      desk[lastAttemptOf: ask].cause = .withdrawn
      release(ask, because: .withdrawn, of: provider, at: time)
      desk.note(.withdrawn, provider: provider, ask: ask)
    case .matched: undo(ask, because: .byAsker, at: time)
    case .searching, .gathered: break
    case .begun, .ended: preconditionFailure("nobody leaves what has begun")
    }
    desk.note(.askerLeft, ask: ask)
    desk.end(ask, .cancelledByAsker, cause, at: time)
    market.lose(ask, at: time, &desk)
  }

  @inlinable
  mutating func undo(_ ask: M.Ask, because reason: Cancellation, at time: Milliseconds) {
    if let handle = desk.states[Int(ask)].leaving { desk.kernel.cancel(handle) }
    desk.states[Int(ask)].leaving = nil
    market.undo(ask, with: desk.provider(of: ask), because: reason, at: time, &desk)
  }
}
