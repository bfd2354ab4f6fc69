public import EventKernel
public import Quantities

/// Something that would happen later than a run can reach.
public struct TooLate: Error, Hashable, CustomStringConvertible {
  /// The time of what makes it happen.
  public let now: Milliseconds
  /// The delay after that with which it would happen.
  public let delay: Milliseconds

  @usableFromInline
  init(now: Milliseconds, delay: Milliseconds) {
    self.now = now
    self.delay = delay
  }

  /// The last instant of a run.
  @inlinable static var end: Milliseconds { Milliseconds(EventQueue<Int32>.timeLimit.rawValue - 1) }

  /// A sentence that names the fault and the remedy.
  public var description: String {
    "time.horizon_s: at \(now.seconds) s something begins that takes \(delay.seconds) s, and no run goes beyond"
      + " \(Self.end.seconds) s; give a horizon before that, or shorter or faster ways"
  }
}
