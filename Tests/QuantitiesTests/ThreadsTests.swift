import Quantities
import Synchronization
import Testing

/// Work that is divided among threads.
struct ThreadsTests {
  @Test(arguments: [(0, 1), (1, 8), (7, 1), (7, 3), (1000, 4), (3, 100)])
  func `each number is worked on once, whatever the number of threads`(count: Int, threads: Int) {
    let calls = Mutex([Int](repeating: 0, count: count))
    Threads.perform(count, on: threads) { number in calls.withLock { $0[number] += 1 } }
    #expect(calls.withLock { $0 } == [Int](repeating: 1, count: count))
  }

  @Test
  func `a thread that is started carries out its work`() async {
    await withCheckedContinuation { continuation in
      #expect(Threads.start { continuation.resume() })
    }
  }
}
