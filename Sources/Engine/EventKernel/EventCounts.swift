/// The fates of a kernel's events.
@frozen
public struct EventCounts: Hashable, Sendable {
  /// Events handed to the kernel.
  public var scheduled: Int
  /// Events that fired.
  public var executed: Int
  /// Events cancelled before they fired.
  public var cancelled: Int
  /// Events that wait.
  public var pending: Int

  /// Creates the counts.
  @inlinable
  public init(scheduled: Int = 0, executed: Int = 0, cancelled: Int = 0, pending: Int = 0) {
    self.scheduled = scheduled
    self.executed = executed
    self.cancelled = cancelled
    self.pending = pending
  }

  /// Checks that scheduled = executed + cancelled + pending, and that the queue holds as many: `found`.
  ///
  /// - Throws: `LostEvents` with the figures; it means a fault in the kernel: do not use the run's results.
  public func check(found: Int) throws(LostEvents) {
    guard scheduled == executed + cancelled + pending, found == pending else {
      throw LostEvents(counts: self, found: found)
    }
  }
}

/// The figures of a run that lost an event, or fired one twice.
public struct LostEvents: Error, Hashable, CustomStringConvertible {
  /// The counts of the kernel.
  public let counts: EventCounts
  /// The events found in the queue.
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
