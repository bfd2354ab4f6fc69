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

  /// The numbers of events by fate, so far.
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

  /// Cancels the event of `handle`; false, without effect, if it has fired or been cancelled.
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

  /// Returns an upcoming event, `places` after the next unless others are scheduled before it; nil if unknown. A
  /// hint only.
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
