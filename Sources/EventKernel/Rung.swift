/// One rung of the ladder: a stretch of time cut into buckets of equal width, a power of two.
///
/// Bucket *i* takes the entries whose `high` lies in `start + i << shift ..< start + (i + 1) << shift`; the
/// last one takes whatever lies beyond, up to the next coarser rung.
@frozen @usableFromInline
struct Rung: BitwiseCopyable {
  /// The least `high` that may still be put here: the start of bucket `next`.
  @usableFromInline var floor: UInt64 = 0
  @usableFromInline var start: UInt64 = 0
  @usableFromInline var shift: UInt64 = 0
  /// The number of the last bucket.
  @usableFromInline var last: Int = 0
  /// The number of the first bucket that has not been consumed.
  @usableFromInline var next: Int = 0
  /// The entries in all buckets.
  @usableFromInline var count: Int = 0
  @usableFromInline var buckets: UnsafeMutablePointer<Bucket>

  /// The most buckets in a rung.
  @usableFromInline static var fanOut: Int { 1024 }

  /// Creates a rung without entries, with memory for `fanOut` buckets.
  init() {
    buckets = .allocate(capacity: Self.fanOut)
  }

  /// The bucket for entries with this `high`.
  ///
  /// - Precondition: `high >= floor`.
  @inlinable @inline(__always)
  func bucket(for high: UInt64) -> UnsafeMutablePointer<Bucket> {
    buckets + min(Int(truncatingIfNeeded: (high &- start) &>> shift), last)
  }

  /// Empties the rung and cuts it for `expected` entries from `least` to `greatest`.
  mutating func cut(from least: UInt64, to greatest: UInt64, expecting expected: Int) {
    let span = greatest - least
    let bits = Self.bits(expecting: expected)
    shift = UInt64(max(0, span.bitWidth - span.leadingZeroBitCount - bits))
    start = least
    floor = least
    last = Int(span &>> shift)
    next = 0
    count = 0
    buckets.update(repeating: Bucket(), count: last + 1)
  }

  /// The binary logarithm of the number of buckets for `expected` entries.
  static func bits(expecting expected: Int) -> Int {
    let wanted = min(max(expected / 8, 8), fanOut)
    return Int.bitWidth - 1 - wanted.leadingZeroBitCount
  }
}
