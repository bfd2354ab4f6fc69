/// The sort key of a pending event, (time, priority, sequence), with the slot of its payload, in 16 bytes.
///
/// `high` holds the time (44 bits, milliseconds), the priority (4) and the sequence's upper 16 bits; `low`
/// its lower 32 bits and the slot (32). One comparison of 128-bit numbers orders two events.
@frozen @usableFromInline
struct Entry: BitwiseCopyable, Sendable {
  @usableFromInline var high: UInt64
  @usableFromInline var low: UInt64

  @inlinable @inline(__always)
  init(time: UInt64, priority: UInt8, sequence: UInt64, slot: UInt32) {
    high = time &<< Self.timeShift | UInt64(priority) &<< 16 | sequence &>> 32
    low = sequence &<< 32 | UInt64(slot)
  }

  /// The left shift of the time in `high`, in bits.
  @inlinable @inline(__always) static var timeShift: UInt64 { 20 }

  /// The time, in milliseconds.
  @inlinable @inline(__always) var time: Int64 { Int64(truncatingIfNeeded: high &>> Self.timeShift) }

  /// The sequence number of the event: 48 bits, never reused.
  @inlinable @inline(__always) var sequence: UInt64 { (high & 0xFFFF) &<< 32 | low &>> 32 }

  /// The slot of the payload.
  @inlinable @inline(__always) var slot: UInt32 { UInt32(truncatingIfNeeded: low) }

  /// Returns whether `a` fires before `b`.
  @inlinable @inline(__always)
  static func < (a: Self, b: Self) -> Bool {
    UInt128(_low: a.low, _high: a.high) < UInt128(_low: b.low, _high: b.high)
  }
}
