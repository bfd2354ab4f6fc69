import EventKernel
import Quantities
import TestSupport
import Testing

@testable import Lifecycle

/// The state of which a run keeps one for each request.
@Suite struct RequestStateTests {
  @Test func `it is one line of the cache`() {
    #expect(MemoryLayout<RequestState>.size == 64)
  }

  @Test func `an event that it waits for may be none`() {
    var kernel = Kernel<Int>()
    let (first, second) = (
      kernel.schedule(1, at: Milliseconds(5)), kernel.schedule(2, at: Milliseconds(5))
    )
    var state = RequestState()
    #expect(state.next == nil && state.patience == nil && state.leaving == nil)
    (state.next, state.leaving) = (first, second)
    #expect(state.next == first && state.patience == nil && state.leaving == second)
    state.next = nil
    #expect(state.next == nil && state.leaving == second)
  }
}

/// The states of all requests, of which few are under way.
@Suite struct RequestStatesTests {
  @Test func `they are those of a list with a state for each request`() {
    var random = SplitMix64(seed: 3)
    let count = 2000
    var states = RequestStates(count: count)
    var list = [RequestState](repeating: RequestState(), count: count)
    var open: [Int] = []
    var next = 0
    for step in 0..<20_000 {
      if next < count, open.count < 300, Bool.random(using: &random) {
        open.append(next)
        next += 1
      }
      guard let place = open.indices.randomElement(using: &random) else { continue }
      let request = open[place]
      let counted = states[request].countAttempt()
      states[request].provider = Int32(step)
      states[request].lastAttempt = Int32(step)
      #expect(list[request].countAttempt() == counted)
      list[request].provider = Int32(step)
      list[request].lastAttempt = Int32(step)
      if Int.random(in: 0..<8, using: &random) == 0 {
        open.remove(at: place)
        states.end(request)
        list[request].phase = .ended
      }
    }
    #expect(next == count && list.contains { $0.phase == .ended })
    for request in 0..<count {
      #expect(states.lastAttempt(of: request) == Int(list[request].lastAttempt))
      #expect(states[request].phase == list[request].phase)
      guard list[request].phase != .ended else { continue }
      #expect(states[request].attempts == list[request].attempts)
      #expect(states[request].provider == list[request].provider)
    }
    #expect(states.capacity == 512)
  }

  @Test func `requests that have not begun share a state`() {
    var states = RequestStates(count: 3)
    #expect(states[2].phase == .searching && states[2].cycle == 1 && states.lastAttempt(of: 2) == -1)
    states[1].phase = .offered
    states.end(2)
    #expect(states[0].phase == .searching && states[1].phase == .offered && states[2].phase == .ended)
    #expect(states.lastAttempt(of: 2) == -1)
  }
}
