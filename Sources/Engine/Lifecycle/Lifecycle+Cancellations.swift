public import EventKernel
public import Quantities

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

  /// Ends the request because the requester's patience is over.
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
