public import CKernels

/// The wall clock by the processor's time-stamp counter, for calls too short for a system call: 21 ns twice a
/// decision was a twentieth of the time of a day on a plane, and a twelfth of that of a sign-up.
///
/// The length of a tick is measured once, at first use, to some ten-thousandths. If the kernel itself does not use
/// the counter, the system's clock is read instead, and a tick is a nanosecond.
public struct TickClock: Sendable {
  /// Nanoseconds in a tick; 0 if the system's clock is read.
  @usableFromInline let tick: Double

  /// The processor's counter, if usable.
  public static let ofMachine = TickClock(tick: detour_tick_ns())

  /// Creates a clock whose ticks have `tick` nanoseconds; 0: the system's clock.
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
