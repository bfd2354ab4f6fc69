public import Quantities

/// A queue of events in order of (time, priority, order of pushing).
///
///     var queue = EventQueue<Int32>()
///     queue.push(7, at: Milliseconds(20))
///     let late = queue.push(8, at: Milliseconds(90))
///     queue.cancel(late)   // true
///     queue.pop()          // (time: 20 ms, event: 7)
///     queue.pop()          // nil
///
/// Times lie in 0 ..< 2⁴³ milliseconds (278 years), priorities in 0 ..< 16, lower first; at most 2³¹ events may be
/// pending, and 2⁴⁸ pushed in all. Events with equal time and priority are popped first in, first out.
///
/// It is implemented as a ladder queue (Tang, Goh, Thng 2005, doi:10.1145/1103323.1103324) over 16-byte keys; payloads
/// are stored separately and never move. A cancelled event's key remains until its time comes, or until such keys
/// outnumber the live ones. The queue has no clock; `Kernel` has one.
@frozen
public struct EventQueue<Event: BitwiseCopyable>: ~Copyable {
  @usableFromInline var ladder: Ladder
  @usableFromInline var slots: SlotPool<Event>
  @usableFromInline var nextSequence: UInt64 = 0
  /// The number of keys of cancelled events in the ladder.
  @usableFromInline var staleCount: Int = 0

  /// Creates an empty queue with room for `capacity` events; it grows as needed.
  @inlinable
  public init(minimumCapacity capacity: Int = 64) {
    ladder = Ladder()
    slots = SlotPool(capacity: max(capacity, 1))
  }

  /// The number of pending events.
  @inlinable public var count: Int { slots.count }

  /// Whether no event is pending.
  @inlinable public var isEmpty: Bool { slots.count == 0 }

  /// The exclusive upper bound of event times: 2⁴³ ms.
  @inlinable public static var timeLimit: Milliseconds { Milliseconds(1 << 43) }

  /// Adds `event` at `time`; at equal times the lowest `priority` is popped first, then the earliest push.
  ///
  /// - Complexity: O(1) amortised; O(log *n*) in the worst case for *n* pending events.
  /// - Precondition: `time` is in 0 ..< `timeLimit` and `priority` below 16.
  @inlinable @inline(__always)
  @discardableResult
  public mutating func push(_ event: Event, at time: Milliseconds, priority: UInt8 = 0) -> EventHandle {
    precondition(
      UInt64(bitPattern: time.rawValue) < 1 << 43, "an event's time must be in 0 ..< 2^43 milliseconds")
    precondition(priority < 16, "an event's priority must be below 16")
    let sequence = nextSequence
    precondition(sequence < 1 << 48, "an event queue takes at most 2^48 events")
    nextSequence &+= 1
    let slot = slots.insert(event, sequence: sequence)
    ladder.insert(
      Entry(time: UInt64(bitPattern: time.rawValue), priority: priority, sequence: sequence, slot: slot))
    return EventHandle(sequence: sequence, slot: slot)
  }

  /// Removes and returns the first event; nil if none is pending or the first is later than `horizon`.
  ///
  /// - Complexity: O(1) amortised; O(log *n*) for *n* events that tie or were pushed near the front.
  @inlinable @inline(__always)
  public mutating func pop(notAfter horizon: Milliseconds = .never) -> (time: Milliseconds, event: Event)? {
    while ladder.hasFront(slots.payloads) {
      let entry: Entry
      if ladder.frontIsInHeap {
        guard ladder.heap.first.time <= horizon.rawValue else { return nil }
        entry = ladder.heap.removeFirst()
      } else {
        let position = ladder.consumed
        entry = ladder.run.base[position]
        guard entry.time <= horizon.rawValue else { return nil }
        // In a long run payloads are prefetched a few pops ahead; those of a short run were prefetched on
        // refill.
        if position &+ Ladder.sortLimit < ladder.run.count {
          slots.payloads.prefetch(ladder.run.base[position &+ 16].slot)
        }
        ladder.consumed = position &+ 1
      }
      if slots.holds(entry.sequence, at: entry.slot) {
        return (Milliseconds(entry.time), slots.remove(at: entry.slot))
      }
      staleCount &-= 1
    }
    return nil
  }

  /// Cancels the event of `handle`; returns false, without effect, if it has already fired or been cancelled.
  ///
  /// - Complexity: O(1) amortised.
  /// - Precondition: `handle` comes from this queue.
  @inlinable
  @discardableResult
  public mutating func cancel(_ handle: EventHandle) -> Bool {
    precondition(Int(handle.slot) < slots.used, "an event handle belongs to another queue")
    guard slots.holds(handle.sequence, at: handle.slot) else { return false }
    _ = slots.remove(at: handle.slot)
    staleCount &+= 1
    if staleCount > 1024, staleCount > slots.count { dropStale() }
    return true
  }

  /// Returns the event expected `places` after the first, unless others are pushed before it; nil if unknown.
  ///
  /// A hint for prefetching the event's data.
  @inlinable @inline(__always)
  public func peek(ahead places: Int) -> Event? {
    let position = ladder.consumed &+ places
    guard position < ladder.run.count else { return nil }
    let entry = ladder.run.base[position]
    return slots.holds(entry.sequence, at: entry.slot) ? slots.event(at: entry.slot) : nil
  }

  /// Returns whether the event of `handle` is pending.
  @inlinable
  public func contains(_ handle: EventHandle) -> Bool {
    Int(handle.slot) < slots.used && slots.holds(handle.sequence, at: handle.slot)
  }

  /// Drops the keys of cancelled events.
  ///
  /// - Complexity: O(*n*) for *n* keys; at least half of them are stale, so O(1) amortised over
  ///   cancellations.
  @usableFromInline @inline(never)
  mutating func dropStale() {
    ladder.moveAllToTop()
    let base = ladder.top.base
    var kept = 0
    for index in 0..<ladder.top.count where slots.holds(base[index].sequence, at: base[index].slot) {
      base[kept] = base[index]
      kept &+= 1
    }
    ladder.top.count = kept
    staleCount = 0
  }
}

extension EventQueue: @unchecked Sendable where Event: Sendable {}

extension EventQueue {
  /// Counts the pending events by traversing the queue, independently of its counters.
  ///
  /// - Complexity: O(*n*) for *n* pending and cancelled events.
  public func countContent() -> Int {
    var live = 0
    ladder.visitAll { entry, _, _ in
      if slots.holds(entry.sequence, at: entry.slot) { live += 1 }
    }
    return live
  }
}

extension Ladder {
  /// Calls `body` with every entry, and with the smallest and largest `high` allowed in its part of the ladder.
  func visitAll(_ body: (Entry, UInt64, UInt64) -> Void) {
    for index in consumed..<max(run.count, consumed) { body(run.base[index], 0, nearEnd) }
    for index in 0..<heap.count { body(heap.entries.base[index], 0, nearEnd) }
    for index in 0..<top.count { body(top.base[index], topStart, .max) }
    for level in 0..<depth {
      let rung = rungs[level]
      let end = level > 0 ? rungs[level - 1].floor : topStart
      for number in rung.next...rung.last {
        let lower = rung.start + UInt64(number) << rung.shift
        let upper = number == rung.last ? end : lower + (1 << rung.shift - 1)
        chunks.forEachChunk(of: rung.buckets[number]) { entries, count in
          for index in 0..<count { body(entries[index], lower, upper) }
        }
      }
    }
  }
}
