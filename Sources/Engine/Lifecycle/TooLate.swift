public import EventKernel
public import Quantities

/// An event scheduled beyond the reachable time.
public struct TooLate: Error, Hashable, CustomStringConvertible {
  /// The time of scheduling.
  public let now: Milliseconds
  /// The delay of the event.
  public let delay: Milliseconds

  @usableFromInline
  init(now: Milliseconds, delay: Milliseconds) {
    self.now = now
    self.delay = delay
  }

  /// The last instant of a run.
  @inlinable static var end: Milliseconds { Milliseconds(EventQueue<Int32>.timeLimit.rawValue - 1) }

  /// The message: fault and remedy.
  public var description: String {
    "time.horizon_s: at \(now.seconds) s something begins that takes \(delay.seconds) s, and no run goes beyond"
      + " \(Self.end.seconds) s; give a horizon before that, or shorter or faster ways"
  }
}
