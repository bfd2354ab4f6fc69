/// One rung of the ladder: a time interval divided into buckets of equal width, a power of two.
///
/// Bucket *i* takes the entries whose `high` lies in `start + i << shift ..< start + (i + 1) << shift`; the
/// last one also takes those beyond, up to the next coarser rung.
@frozen @usableFromInline
struct Rung: BitwiseCopyable {
  /// The least `high` accepted by this rung: the start of bucket `next`.
  @usableFromInline var floor: UInt64 = 0
  @usableFromInline var start: UInt64 = 0
  @usableFromInline var shift: UInt64 = 0
  /// The number of the last bucket.
  @usableFromInline var last: Int = 0
  /// The number of the first unconsumed bucket.
  @usableFromInline var next: Int = 0
  /// The number of entries in all buckets.
  @usableFromInline var count: Int = 0
  @usableFromInline var buckets: UnsafeMutablePointer<Bucket>

  /// The maximum number of buckets in a rung.
  @usableFromInline static var fanOut: Int { 4096 }

  /// Creates an empty rung with memory for `fanOut` buckets.
  init() {
    buckets = .allocate(capacity: Self.fanOut)
  }

  /// Returns the bucket for entries with this `high`.
  ///
  /// - Precondition: `high >= floor`.
  @inlinable @inline(__always)
  func bucket(for high: UInt64) -> UnsafeMutablePointer<Bucket> {
    buckets + min(Int(truncatingIfNeeded: (high &- start) &>> shift), last)
  }

  /// Empties the rung and sets its buckets for `expected` entries with the given spread.
  ///
  /// Widths follow twice the mean distance, which is the whole interval for uniform entries: pending events
  /// are denser near the front, where a bucket should be small enough to be sorted.
  mutating func cut(_ spread: Spread, expecting expected: Int) {
    let span = spread.greatest - spread.least
    let even = min(span, 2 * spread.mean)
    let wanted = min(max(expected / 8, 8), Self.fanOut)
    // A far outlier may stretch the rung eightfold at most: empty buckets cost time too.
    let most = min(8 * wanted, Self.fanOut)
    shift = max(Self.shift(even, below: wanted), Self.shift(span, below: most))
    start = spread.least
    floor = spread.least
    last = Int(span &>> shift)
    next = 0
    count = 0
    buckets.update(repeating: Bucket(), count: last + 1)
  }

  /// Returns the least right shift that brings `value` below `bound`.
  private static func shift(_ value: UInt64, below bound: Int) -> UInt64 {
    let bound = UInt64(bound)
    let least = UInt64(max(0, bound.leadingZeroBitCount - value.leadingZeroBitCount))
    return value >> least < bound ? least : least + 1
  }
}
