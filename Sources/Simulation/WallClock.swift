import Foundation

/// The machine's clock, for how long decisions take: never for results.
enum WallClock {
  /// Nanoseconds since some fixed moment.
  static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
