import EventKernel
import Quantities
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
