public import CKernels
public import Glibc

/// Measures the duration of short, consecutive calls on one thread: the wall-clock time of each, and for long calls
/// also the time in which the thread was preempted.
///
///     var clock = CallClock()
///     let start = clock.start()
///     let choice = choose()
///     let time = clock.stop(start)               // time.wall, time.processor
///
/// Reading a thread's processor time is a system call of about 250 ns, too much for calls of 1 µs. So both clocks are
/// read together only if the last such reading is more than `anchorAge` old, and at the end of long calls. A call
/// shorter than `longCall` counts as processor time throughout, because a preemption lasts longer. For a long call, all
/// idle time since the last reading is subtracted, which may be too much by up to `anchorAge`.
public struct CallClock: Sendable {
  @usableFromInline let clock: TickClock
  /// The last reading of both clocks, in ticks and in nanoseconds.
  @usableFromInline var wall: UInt64 = 0
  @usableFromInline var processor: UInt64 = 0
  /// The tick after which a new call reads both clocks again.
  @usableFromInline var stale: UInt64 = 0

  /// The maximum age of a reading of both clocks at the beginning of a call, nanoseconds.
  public static let anchorAge: UInt64 = 100_000
  /// Calls shorter than this are not corrected for idle time, nanoseconds.
  public static let longCall: UInt64 = 100_000

  /// Creates a clock for calls on one thread.
  public init() { self.init(by: .ofMachine) }

  init(by clock: TickClock) { self.clock = clock }

  /// The duration of a call, nanoseconds.
  @frozen
  public struct Time: Hashable, Sendable {
    /// The wall-clock time.
    public var wall: UInt64
    /// The time during which the thread did not run, as far as known.
    public var idle: UInt64
    /// The processor time.
    @inlinable public var processor: UInt64 { wall - idle }

    @inlinable
    init(wall: UInt64, idle: UInt64) {
      self.wall = wall
      self.idle = idle
    }
  }

  /// Starts a call and returns its start time, ticks.
  @inlinable
  @inline(__always)
  public mutating func start() -> UInt64 {
    let now = clock.now
    return now > stale ? anchor() : now
  }

  /// Ends the call that began at `start`.
  @inlinable
  @inline(__always)
  public func stop(_ start: UInt64) -> Time {
    let end = clock.end
    let wall = clock.nanoseconds(from: start, to: end)
    return wall < Self.longCall ? Time(wall: wall, idle: 0) : long(wall, end)
  }

  /// Reads both clocks.
  @usableFromInline
  mutating func anchor() -> UInt64 {
    // In this order nothing is lost if the thread is stopped in between: its processor time then stands still.
    processor = MachineClock.thread.nanoseconds
    wall = clock.now
    stale = wall + clock.ticks(in: Self.anchorAge)
    return wall
  }

  @usableFromInline
  func long(_ wall: UInt64, _ end: UInt64) -> Time {
    let ran = MachineClock.thread.nanoseconds - processor
    let passed = clock.nanoseconds(from: self.wall, to: end)
    return Time(wall: wall, idle: min(wall, passed - min(passed, ran)))
  }
}

/// The durations of calls, measured on this machine.
public struct CallTimes: Sendable {
  /// The wall-clock time of each call, nanoseconds.
  public var wall: [UInt32]
  /// The calls in which the thread was preempted, in order.
  public var heldUp: [HeldUp]

  /// A call in which the thread was preempted.
  public struct HeldUp: Hashable, Sendable {
    /// The call's number, from 0.
    public var call: Int
    /// The idle time, nanoseconds.
    public var nanoseconds: UInt32

    /// Creates the record of an idle time in call `call`.
    public init(call: Int, nanoseconds: UInt32) {
      self.call = call
      self.nanoseconds = nanoseconds
    }
  }

  /// Creates a list of durations.
  public init(wall: [UInt32] = [], heldUp: [HeldUp] = []) {
    self.wall = wall
    self.heldUp = heldUp
  }

  /// The processor time of each call, nanoseconds.
  public var processor: [UInt32] {
    var times = wall
    for held in heldUp { times[held.call] -= min(times[held.call], held.nanoseconds) }
    return times
  }
}

/// A wall clock read from the processor's time-stamp counter, for timing calls too short to justify a system call. Two
/// system calls of 21 ns per decision took 5 to 8 % of the run time in two benchmarks, a day on a plane and a sign-up.
///
/// The length of a tick is measured once, at first use, to within a few ten-thousandths. If the kernel itself does not
/// use the counter, the system's clock is read instead, and a tick is a nanosecond.
public struct TickClock: Sendable {
  /// Nanoseconds per tick; 0 if the system clock is read.
  @usableFromInline let tick: Double

  /// This machine's clock: the processor's counter if usable, otherwise the system clock.
  public static let ofMachine = TickClock(tick: detour_tick_ns())

  /// Creates a clock with ticks of `tick` nanoseconds; 0: reads the system clock.
  init(tick: Double) { self.tick = tick }

  /// The current tick.
  @inlinable
  @inline(__always)
  public var now: UInt64 { tick > 0 ? detour_ticks() : MachineClock.wall.nanoseconds }

  /// The current tick, read after all preceding instructions have completed.
  @inlinable
  @inline(__always)
  public var end: UInt64 { tick > 0 ? detour_ticks_behind() : MachineClock.wall.nanoseconds }

  /// Returns the ticks in `nanoseconds`, rounded down.
  func ticks(in nanoseconds: UInt64) -> UInt64 {
    tick > 0 ? UInt64(Double(nanoseconds) / tick) : nanoseconds
  }

  /// Returns the nanoseconds from `start` to `end`; 0 if `end` is the earlier reading.
  @inlinable
  @inline(__always)
  public func nanoseconds(from start: UInt64, to end: UInt64) -> UInt64 {
    guard end > start else { return 0 }
    return tick > 0 ? UInt64(Double(end - start) * tick) : end - start
  }
}

/// A clock of the machine, for measuring run times; simulated times are `Milliseconds` instead.
public enum MachineClock: Sendable {
  /// The wall-clock time since some fixed moment.
  case wall
  /// The processor time of this process, all threads together.
  case process
  /// The processor time of this thread.
  case thread

  /// The reading, nanoseconds.
  @inlinable
  public var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(id, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The reading, seconds.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  @inlinable
  var id: clockid_t {
    switch self {
    case .wall: CLOCK_MONOTONIC
    case .process: CLOCK_PROCESS_CPUTIME_ID
    case .thread: CLOCK_THREAD_CPUTIME_ID
    }
  }
}
