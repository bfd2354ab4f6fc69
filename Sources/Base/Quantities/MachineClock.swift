public import Glibc

/// A clock of the machine, for what work takes: never for results, the time of which is `Milliseconds`.
public enum MachineClock: Sendable {
  /// The time on the wall, from some fixed moment.
  case wall
  /// The processor time of this process, all threads together.
  case process
  /// The processor time of this thread.
  case thread

  /// Nanoseconds on the clock.
  @inlinable
  public var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(id, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Seconds on the clock.
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
