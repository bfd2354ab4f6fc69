import Foundation
import Testing

@testable import Quantities

/// What a thread did not run is told from what it did, as far as `CallClock` promises.
struct CallClockTests {
  @Test(arguments: [TickClock.ofMachine, TickClock(tick: 0)])
  func `a call that sleeps takes no processor time in its sleep`(counted: TickClock) {
    var clock = CallClock(by: counted)
    let start = clock.start()
    usleep(20_000)
    let time = clock.stop(start)
    #expect(time.wall >= 20_000_000)
    #expect(time.idle >= 20_000_000)
    #expect(time.processor == time.wall - time.idle)
  }

  @Test
  func `a call that works has its processor time, whoever else works`() {
    var clock = CallClock()
    let start = clock.start()
    let before = MachineClock.thread.nanoseconds
    while MachineClock.thread.nanoseconds - before < 20_000_000 {}
    let time = clock.stop(start)
    #expect(time.processor >= 20_000_000 - CallClock.anchorAge)
  }

  @Test
  func `a thread that stands still before a call begins does so at nobody's cost`() {
    var clock = CallClock()
    _ = clock.start()
    usleep(20_000)
    let start = clock.start()
    let before = MachineClock.thread.nanoseconds
    while MachineClock.thread.nanoseconds - before < 5_000_000 {}
    #expect(clock.stop(start).processor >= 5_000_000 - CallClock.anchorAge)
  }

  @Test
  func `of short calls the time on the wall counts`() {
    var clock = CallClock()
    for _ in 0..<10_000 {
      let time = clock.stop(clock.start())
      #expect(time.wall >= CallClock.longCall || time.idle == 0)
    }
  }

  @Test
  func `ticks last as long as the system's clock says`() {
    let clock = TickClock.ofMachine
    let outer = MachineClock.wall.nanoseconds
    let start = clock.now
    let inner = MachineClock.wall.nanoseconds
    while MachineClock.wall.nanoseconds - inner < 20_000_000 {}
    let least = MachineClock.wall.nanoseconds - inner
    let ticks = clock.nanoseconds(from: start, to: clock.end)
    let most = MachineClock.wall.nanoseconds - outer
    // Two thousandths for the measure of a tick.
    #expect(Double(ticks) > 0.998 * Double(least) && Double(ticks) < 1.002 * Double(most))
    #expect(clock.nanoseconds(from: 7, to: 5) == 0)
  }

  @Test
  func `what held calls up is taken off them, and no more than they took`() {
    let times = CallTimes(
      wall: [1_000, 900_000, 7, 400_000],
      heldUp: [.init(call: 1, nanoseconds: 600_000), .init(call: 3, nanoseconds: 500_000)])
    #expect(times.processor == [1_000, 300_000, 7, 0])
  }
}
