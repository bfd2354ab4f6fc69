/// The numbers of a kernel's events by fate.
@frozen
public struct EventCounts: Hashable, Sendable {
  /// The number of events scheduled.
  public var scheduled: Int
  /// The number of events fired.
  public var executed: Int
  /// The number of events cancelled before firing.
  public var cancelled: Int
  /// The number of events waiting.
  public var pending: Int

  /// Creates the counts.
  @inlinable
  public init(scheduled: Int = 0, executed: Int = 0, cancelled: Int = 0, pending: Int = 0) {
    self.scheduled = scheduled
    self.executed = executed
    self.cancelled = cancelled
    self.pending = pending
  }

  /// Checks that scheduled = executed + cancelled + pending, and that the queue holds as many pending events:
  /// `found`.
  ///
  /// - Throws: `LostEvents` with the counts; it indicates a fault in the kernel: do not use the run's
  ///   results.
  public func check(found: Int) throws(LostEvents) {
    guard scheduled == executed + cancelled + pending, found == pending else {
      throw LostEvents(counts: self, found: found)
    }
  }
}

/// The counts of a run that lost an event, or fired one twice.
public struct LostEvents: Error, Hashable, CustomStringConvertible {
  /// The counts of the kernel.
  public let counts: EventCounts
  /// The number of events found in the queue.
  public let found: Int

  /// Creates the error.
  public init(counts: EventCounts, found: Int) {
    self.counts = counts
    self.found = found
  }

  public var description: String {
    """
    events were lost: \(counts.scheduled) scheduled, \(counts.executed) executed, \
    \(counts.cancelled) cancelled, \(counts.pending) pending, \(found) found in the queue
    """
  }
}
