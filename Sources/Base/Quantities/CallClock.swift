/// Measures short calls on one thread, one after the other: what each took on the wall, and of a long one what the thread
/// did not run meanwhile, because others had the processor.
///
///     var clock = CallClock()
///     let start = clock.start()
///     let choice = choose()
///     let time = clock.stop(start)               // time.wall, time.processor
///
/// To ask for the processor time of a thread is a system call of some 250 ns, too much beside calls of 1 µs. So both clocks
/// are read together only where the last such reading is more than `anchorAge` old, and at the end of long calls. A call
/// below `longCall` counts as processor time throughout: who loses the processor loses it for longer. What a long one is
/// taken off is all that the thread stood still since that reading, hence at most `anchorAge` too much.
public struct CallClock: Sendable {
  @usableFromInline let clock: TickClock
  /// The time at which both clocks were read last, ticks and nanoseconds.
  @usableFromInline var wall: UInt64 = 0
  @usableFromInline var processor: UInt64 = 0
  /// A call that begins later than this reads both clocks anew, ticks.
  @usableFromInline var stale: UInt64 = 0

  /// The greatest age that a reading of both clocks may have when a call begins, nanoseconds.
  public static let anchorAge: UInt64 = 100_000
  /// Calls that take less on the wall are not looked at more closely, nanoseconds.
  public static let longCall: UInt64 = 100_000

  /// Creates a clock for the calls of one thread.
  public init() { self.init(by: .ofMachine) }

  init(by clock: TickClock) { self.clock = clock }

  /// The time that a call took, nanoseconds.
  @frozen
  public struct Time: Hashable, Sendable {
    /// The wall-clock time.
    public var wall: UInt64
    /// The time in which the thread did not run, as far as it is known.
    public var idle: UInt64
    /// The processor time.
    @inlinable public var processor: UInt64 { wall - idle }

    @inlinable
    init(wall: UInt64, idle: UInt64) {
      self.wall = wall
      self.idle = idle
    }
  }

  /// Begins a call, and gives its beginning.
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
    // In this order nothing is lost where the thread is stopped in between: its processor time stands still then.
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

/// The times that calls took on this machine.
public struct CallTimes: Sendable {
  /// The wall-clock time of each, nanoseconds.
  public var wall: [UInt32]
  /// The calls in which the thread stood still, in their order.
  public var heldUp: [HeldUp]

  /// A call in which the thread stood still.
  public struct HeldUp: Hashable, Sendable {
    /// The number of the call, counted from 0.
    public var call: Int
    /// The time for which it was held up, nanoseconds.
    public var nanoseconds: UInt32

    /// Says how long the call numbered `call` was held up.
    public init(call: Int, nanoseconds: UInt32) {
      self.call = call
      self.nanoseconds = nanoseconds
    }
  }

  /// Gathers what calls took.
  public init(wall: [UInt32] = [], heldUp: [HeldUp] = []) {
    self.wall = wall
    self.heldUp = heldUp
  }

  /// The processor time of each, nanoseconds.
  public var processor: [UInt32] {
    var times = wall
    for held in heldUp { times[held.call] -= min(times[held.call], held.nanoseconds) }
    return times
  }
}
