import Quantities
import Testing

@testable import EventKernel

struct KernelTests {
  enum Bell: BitwiseCopyable, Equatable {
    case ring(Int32)
    case stop
  }

  @Test("fires in order and moves the clock")
  func tellsAStory() throws {
    var kernel = Kernel<Bell>()
    var log: [String] = []
    kernel.schedule(.ring(1), at: Milliseconds(100))
    kernel.schedule(.stop, at: Milliseconds(450))
    run: while let (time, event) = kernel.next() {
      #expect(time == kernel.now)
      switch event {
      case .ring(let count):
        log.append("\(time): ring \(count)")
        kernel.schedule(.ring(count + 1), after: Milliseconds(100))
      case .stop:
        log.append("\(time): stop")
        break run
      }
    }
    #expect(log == ["100 ms: ring 1", "200 ms: ring 2", "300 ms: ring 3", "400 ms: ring 4", "450 ms: stop"])
    #expect(try kernel.audit() == EventCounts(scheduled: 6, executed: 5, pending: 1))
  }

  @Test("an event at the horizon fires, a later one stays pending")
  func horizon() throws {
    var kernel = Kernel<Int>(horizon: Milliseconds(10))
    kernel.schedule(2, at: Milliseconds(11))
    kernel.schedule(1, at: Milliseconds(10))
    #expect(kernel.next()?.event == 1)
    #expect(kernel.next() == nil)
    #expect(kernel.next() == nil)
    #expect(kernel.now == Milliseconds(10))
    kernel.schedule(3, at: Milliseconds(10))
    #expect(kernel.next()?.event == 3)
    #expect(try kernel.audit() == EventCounts(scheduled: 3, executed: 2, pending: 1))
  }

  @Test("a cancelled event does not fire and is counted once")
  func cancels() throws {
    var kernel = Kernel<Int>()
    let timeout = kernel.schedule(1, after: Milliseconds(300))
    kernel.schedule(2, after: Milliseconds(200))
    #expect(kernel.queue.contains(timeout) == true)
    #expect(kernel.cancel(timeout) == true)
    #expect(kernel.cancel(timeout) == false)
    #expect(kernel.queue.contains(timeout) == false)
    #expect(kernel.next()?.event == 2)
    #expect(kernel.next() == nil)
    #expect(kernel.now == Milliseconds(200))
    #expect(try kernel.audit() == EventCounts(scheduled: 2, executed: 1, cancelled: 1))
  }

  @Test("loses nothing over a long random run")
  func losesNothing() throws {
    var kernel = Kernel<Int>(horizon: Milliseconds(200_000))
    var generator = SplitMix64(seed: 7)
    var handles: [EventHandle] = []
    for number in 0..<2000 {
      handles.append(kernel.schedule(number, after: Milliseconds(Int64(number % 97))))
    }
    while let (_, number) = kernel.next() {
      let delay = Milliseconds(Int64(generator.exponential(mean: 3000)))
      handles[number] = kernel.schedule(number, after: delay)
      let other = generator.below(2000)
      if generator.below(4) == 0, kernel.cancel(handles[other]) {
        handles[other] = kernel.schedule(other, after: Milliseconds(9000))
      }
    }
    let counts = try kernel.audit()
    #expect(counts.pending == 2000)
    #expect(counts.executed > 50_000)
    #expect(counts.cancelled > 10_000)
  }

  @Test("the audit tells the figures when they do not add up")
  func lostEvents() {
    let counts = EventCounts(scheduled: 10, executed: 6, cancelled: 1, pending: 3)
    #expect(throws: Never.self) { try counts.check(found: 3) }
    #expect(throws: LostEvents(counts: counts, found: 2)) { try counts.check(found: 2) }
    var short = counts
    short.executed = 5
    let error = #expect(throws: LostEvents.self) { try short.check(found: 3) }
    #expect(
      error?.description
        == "events were lost: 10 scheduled, 5 executed, 1 cancelled, 3 pending, 3 found in the queue")
  }

  @Test("refuses the past")
  func past() async {
    await #expect(processExitsWith: .failure) {
      var kernel = Kernel<Int>()
      kernel.schedule(1, at: Milliseconds(10))
      _ = kernel.next()
      kernel.schedule(2, at: Milliseconds(9))
    }
  }

  @Test("refuses a negative delay and an endless one", arguments: [-1, Int64.max])
  func badDelay(delay: Int64) async {
    await #expect(processExitsWith: .failure) { [delay] in
      var kernel = Kernel<Int>()
      kernel.schedule(1, after: Milliseconds(delay))
    }
  }
}
