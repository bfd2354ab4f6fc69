public import CKernels

/// The wall clock as the processor counts it, for calls so short that asking the system for the time would weigh: 21 ns, twice a
/// decision, took a twentieth of the time of a day on a plane, and a twelfth of that of a sign-up.
///
/// The length of a tick is measured once, when it is first asked for, to some ten-thousandths. Where the kernel itself does not go by
/// the processor's counter, the system's clock is read, and a tick is a nanosecond.
public struct TickClock: Sendable {
  /// Nanoseconds; 0 where the system's clock is read.
  @usableFromInline let tick: Double

  /// The clock of this machine.
  public static let ofMachine = TickClock(tick: detour_tick_ns())

  /// The clock of the system, in the same words.
  static let ofSystem = TickClock(tick: 0)

  private init(tick: Double) { self.tick = tick }

  /// The ticks until now.
  @inlinable
  @inline(__always)
  public var now: UInt64 { tick > 0 ? detour_ticks() : MachineClock.wall.nanoseconds }

  /// The ticks until all that stands before has been done.
  @inlinable
  @inline(__always)
  public var end: UInt64 { tick > 0 ? detour_ticks_behind() : MachineClock.wall.nanoseconds }

  /// The ticks in so many nanoseconds, rounded down.
  func ticks(in nanoseconds: UInt64) -> UInt64 {
    tick > 0 ? UInt64(Double(nanoseconds) / tick) : nanoseconds
  }

  /// Nanoseconds from `start` to `end`; none where that was read first.
  @inlinable
  @inline(__always)
  public func nanoseconds(from start: UInt64, to end: UInt64) -> UInt64 {
    guard end > start else { return 0 }
    return tick > 0 ? UInt64(Double(end - start) * tick) : end - start
  }
}
