import Foundation
import Processes
import Synchronization
import Testing

/// What is said of phases that take long.
struct SlowPhaseTests {
  @Test
  func `a phase that takes long says so until it is over, and one that does not says nothing`() throws {
    let told = Mutex<[(String, Double)]>([])
    let slow = SlowPhase(first: 0.02, later: 0.01) { name, seconds in
      told.withLock { $0.append((name, seconds)) }
    }
    slow.begin("reading")
    // The next begins at once: of this one nothing is ever said.
    slow.begin("drawing")
    try wait { told.withLock { $0.count } >= 3 }
    slow.end()
    let count = told.withLock { $0.count }
    #expect(told.withLock { $0.allSatisfy { $0.0 == "drawing" } && $0[0].1 == 0.02 && $0[1].1 == 0.03 })
    // While another one is told of, this one is not any more.
    slow.begin("writing")
    try wait { told.withLock { $0.count } >= count + 3 }
    slow.end()
    #expect(told.withLock { $0[count...].allSatisfy { $0.0 == "writing" } })
  }

  private func wait(_ isOver: () -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !isOver() {
      try #require(ContinuousClock.now < deadline)
      usleep(1000)
    }
  }
}
