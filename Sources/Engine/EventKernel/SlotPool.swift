public import CKernels

/// The payloads of pending events, at fixed addresses while pending.
///
/// A slot holds the sequence of its event. A handle or an entry with another sequence is stale: its event has fired or
/// been cancelled, and the slot may have been reused. Thus the sequence serves as a generation counter, and the slot of
/// a cancelled event can be reused at once.
@frozen @usableFromInline
struct SlotPool<Event: BitwiseCopyable>: ~Copyable {
  @frozen @usableFromInline
  struct Slot: BitwiseCopyable {
    /// The sequence of the event, or `freeMark` and the next free slot.
    @usableFromInline var tag: UInt64
    @usableFromInline var event: Event

    @inlinable @inline(__always)
    init(tag: UInt64, event: Event) {
      self.tag = tag
      self.event = event
    }
  }

  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  @usableFromInline var capacity: Int = 0
  /// The number of slots ever used; slots from this index on are empty.
  @usableFromInline var used: Int = 0
  @usableFromInline var firstFree: UInt32 = .max
  /// The number of occupied slots.
  @usableFromInline var count: Int = 0

  @inlinable @inline(__always) static var freeMark: UInt64 { 1 &<< 63 }

  @inlinable
  init(capacity: Int) {
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
  }

  @inlinable
  deinit { slots.deallocate() }

  /// Stores `event` in a free slot, preferably the one freed last, and returns its number.
  ///
  /// - Complexity: O(1) amortised.
  @inlinable @inline(__always)
  mutating func insert(_ event: Event, sequence: UInt64) -> UInt32 {
    let number: UInt32
    if firstFree != .max {
      number = firstFree
      firstFree = UInt32(truncatingIfNeeded: slots[Int(number)].tag)
    } else {
      if used == capacity { grow() }
      number = UInt32(truncatingIfNeeded: used)
      used &+= 1
    }
    slots[Int(number)] = Slot(tag: sequence, event: event)
    count &+= 1
    return number
  }

  /// Returns whether slot `number` holds the event with this `sequence`.
  @inlinable @inline(__always)
  func holds(_ sequence: UInt64, at number: UInt32) -> Bool {
    slots[Int(number)].tag == sequence
  }

  /// Returns the event in slot `number`.
  ///
  /// - Precondition: the slot is occupied.
  @inlinable @inline(__always)
  func event(at number: UInt32) -> Event { slots[Int(number)].event }

  /// Frees slot `number` and returns its event.
  ///
  /// - Precondition: the slot is occupied.
  @inlinable @inline(__always)
  mutating func remove(at number: UInt32) -> Event {
    let slot = slots + Int(number)
    slot.pointee.tag = Self.freeMark | UInt64(firstFree)
    firstFree = number
    count &-= 1
    return slot.pointee.event
  }

  /// The address of the slots, for prefetching.
  @inlinable @inline(__always)
  var payloads: Payloads { Payloads(base: UnsafeRawPointer(slots), stride: MemoryLayout<Slot>.stride) }

  @usableFromInline @inline(never)
  mutating func grow() {
    let grown = max(64, 2 * capacity)
    precondition(grown <= 1 << 31, "the event queue holds at most 2^31 events")
    let moved = UnsafeMutablePointer<Slot>.allocate(capacity: grown)
    moved.moveInitialize(from: slots, count: used)
    slots.deallocate()
    slots = moved
    capacity = grown
  }
}

/// The addresses of payloads, without their type, for prefetching.
@frozen @usableFromInline
struct Payloads: BitwiseCopyable {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let stride: Int

  @inlinable @inline(__always)
  init(base: UnsafeRawPointer, stride: Int) {
    self.base = base
    self.stride = stride
  }

  /// Prefetches slot `number`.
  @inlinable @inline(__always)
  func prefetch(_ number: UInt32) {
    detour_prefetch(base + Int(number) &* stride)
  }

  /// Prefetches the payloads of all entries in `run`.
  func prefetch(_ run: borrowing EntryBuffer) {
    for index in 0..<run.count { prefetch(run.base[index].slot) }
  }
}
