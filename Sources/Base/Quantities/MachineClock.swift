public import Glibc

/// A clock of the machine, for measuring durations of work; results use `Milliseconds` instead.
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
