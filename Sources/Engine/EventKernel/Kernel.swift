public import Quantities

/// The clock and the event queue of a discrete-event simulation; the caller pulls events and processes them.
///
///     var kernel = Kernel<Event>(horizon: Milliseconds(seconds: 3600))
///     kernel.schedule(.arrival(0), at: .zero)
///     while let (time, event) = kernel.next() {
///       switch event {
///       case .arrival(let id): kernel.schedule(.departure(id), after: Milliseconds(500))
///       case .departure(let id): log.append((time, id))
///       }
///     }
///     try kernel.audit()
///
/// Events are plain values, opaque to the kernel. Events at equal times fire by priority, lower first, then
/// in the order of scheduling. A kernel belongs to one run on one thread, and is not copyable.
@frozen
public struct Kernel<Event: BitwiseCopyable>: ~Copyable {
  @usableFromInline var queue: EventQueue<Event>
  @usableFromInline var clock: Milliseconds = .zero
  @usableFromInline var scheduled: Int = 0
  @usableFromInline var executed: Int = 0
  @usableFromInline var cancelled: Int = 0

  /// The last time at which an event fires; later ones stay pending.
  public let horizon: Milliseconds

  /// Creates a kernel at time zero without events, with room for `capacity` of them; it grows as needed.
  @inlinable
  public init(horizon: Milliseconds = .never, minimumCapacity capacity: Int = 64) {
    self.horizon = horizon
    queue = EventQueue(minimumCapacity: capacity)
  }

  /// The time of the event that fired last.
  @inlinable public var now: Milliseconds { clock }

  /// The number of pending events.
  @inlinable public var pending: Int { queue.count }

  /// The numbers of events scheduled, fired, cancelled and pending so far.
  @inlinable
  public var counts: EventCounts {
    EventCounts(scheduled: scheduled, executed: executed, cancelled: cancelled, pending: queue.count)
  }

  /// Schedules `event` for `time`.
  ///
  /// - Complexity: O(1) amortised; O(log *n*) in the worst case for *n* pending events.
  /// - Precondition: `time` is not before `now` and below 2⁴³ ms; `priority` is below 16.
  @inlinable @inline(__always)
  @discardableResult
  public mutating func schedule(
    _ event: Event, at time: Milliseconds, priority: UInt8 = 0
  ) -> EventHandle {
    precondition(time >= clock, "an event cannot be scheduled in the past")
    scheduled &+= 1
    return queue.push(event, at: time, priority: priority)
  }

  /// Schedules `event` after `delay`.
  ///
  /// - Complexity: O(1) amortised; O(log *n*) in the worst case for *n* pending events.
  /// - Precondition: `delay` is not negative and `now` + `delay` is below 2⁴³ ms; `priority` is below 16.
  @inlinable @inline(__always)
  @discardableResult
  public mutating func schedule(
    _ event: Event, after delay: Milliseconds, priority: UInt8 = 0
  ) -> EventHandle {
    schedule(event, at: clock.saturatingAdd(delay), priority: priority)
  }

  /// Cancels the event of `handle`; returns false, without effect, if it has already fired or been cancelled.
  ///
  /// - Complexity: O(1) amortised.
  /// - Precondition: `handle` comes from this kernel.
  @inlinable
  @discardableResult
  public mutating func cancel(_ handle: EventHandle) -> Bool {
    guard queue.cancel(handle) else { return false }
    cancelled &+= 1
    return true
  }

  /// Advances the clock to the next event and returns it; nil if there is none up to the horizon.
  ///
  /// - Complexity: O(1) amortised; O(log *n*) for *n* events that tie or were scheduled close to now.
  @inlinable @inline(__always)
  public mutating func next() -> (time: Milliseconds, event: Event)? {
    guard let fired = queue.pop(notAfter: horizon) else { return nil }
    clock = fired.time
    executed &+= 1
    return fired
  }

  /// Returns the event expected `places` after the next, unless others are scheduled before it; nil if unknown. A hint
  /// only.
  @inlinable @inline(__always)
  public func peek(ahead places: Int) -> Event? { queue.peek(ahead: places) }

  /// Verifies that no event was lost, by the counters and by traversing the queue; returns the counts.
  ///
  /// - Complexity: O(*n*) for *n* pending events.
  /// - Throws: `LostEvents` with the counts; it indicates a fault in the kernel.
  @discardableResult
  public func audit() throws(LostEvents) -> EventCounts {
    let counts = counts
    try counts.check(found: queue.countContent())
    return counts
  }
}

extension Kernel: @unchecked Sendable where Event: Sendable {}

/// The numbers of a kernel's events scheduled, fired, cancelled and pending.
@frozen
public struct EventCounts: Hashable, Sendable {
  /// The number of events scheduled.
  public var scheduled: Int
  /// The number of events fired.
  public var executed: Int
  /// The number of events cancelled before firing.
  public var cancelled: Int
  /// The number of events pending.
  public var pending: Int

  /// Creates the counts.
  @inlinable
  public init(scheduled: Int = 0, executed: Int = 0, cancelled: Int = 0, pending: Int = 0) {
    self.scheduled = scheduled
    self.executed = executed
    self.cancelled = cancelled
    self.pending = pending
  }

  /// Checks that scheduled = executed + cancelled + pending, and that `found`, the number of events in the queue,
  /// equals the number pending.
  ///
  /// - Throws: `LostEvents` with the counts; it indicates a fault in the kernel: do not use the run's
  ///   results.
  public func check(found: Int) throws(LostEvents) {
    guard scheduled == executed + cancelled + pending, found == pending else {
      throw LostEvents(counts: self, found: found)
    }
  }
}

/// The error that a run lost an event, or fired one twice, with the event counts.
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

/// A reference to a scheduled event, for cancelling it.
///
/// A handle may outlive its event: once the event has fired or been cancelled, the handle is stale and never
/// refers to another event.
@frozen
public struct EventHandle: Hashable, Sendable, BitwiseCopyable {
  // Half words: lists of cancellable events are long, and whole words would leave a third of a handle unused.
  @usableFromInline let low: UInt32
  @usableFromInline let high: UInt32
  @usableFromInline let slot: UInt32

  @inlinable var sequence: UInt64 { UInt64(high) << 32 | UInt64(low) }

  @inlinable
  init(sequence: UInt64, slot: UInt32) {
    low = UInt32(truncatingIfNeeded: sequence)
    high = UInt32(truncatingIfNeeded: sequence >> 32)
    self.slot = slot
  }
}

/// An optional event handle in twelve bytes instead of sixteen.
///
///     @Pending var next: EventHandle?
@propertyWrapper
@frozen
public struct Pending: Sendable, BitwiseCopyable {
  // No event ever has the last slot number.
  @usableFromInline var handle: EventHandle

  @inlinable
  public init(wrappedValue: EventHandle?) {
    handle = wrappedValue ?? EventHandle(sequence: 0, slot: .max)
  }

  @inlinable
  public var wrappedValue: EventHandle? {
    get { handle.slot == .max ? nil : handle }
    set { self = Pending(wrappedValue: newValue) }
  }
}
