/// A bucket of a rung: entries in order of arrival, in a chain of chunks.
@frozen @usableFromInline
struct Bucket: BitwiseCopyable {
  @usableFromInline var head: UInt32 = 0
  @usableFromInline var tail: UInt32 = 0
  @usableFromInline var count: UInt32 = 0

  @inlinable init() {}
}

/// The memory of all buckets of a ladder: an allocator of entry chunks.
///
/// The last chunk freed is the first reused, so it is likely to be in the cache.
@frozen @usableFromInline
struct ChunkPool: ~Copyable {
  @usableFromInline var entries: UnsafeMutablePointer<Entry>
  /// The next chunk in each chunk's chain, or in the free list.
  @usableFromInline var links: UnsafeMutablePointer<UInt32>
  @usableFromInline var firstFree: UInt32
  @usableFromInline var chunkCount: Int

  /// The number of entries in a chunk.
  @inlinable @inline(__always) static var chunkSize: UInt32 { 16 }

  /// The end of a chain.
  @inlinable @inline(__always) static var none: UInt32 { .max }

  @usableFromInline
  init() {
    chunkCount = 0
    firstFree = Self.none
    entries = .allocate(capacity: 0)
    links = .allocate(capacity: 0)
  }

  @inlinable
  deinit {
    entries.deallocate()
    links.deallocate()
  }

  /// Appends `entry` to `bucket`.
  ///
  /// - Complexity: O(1) amortised.
  @inlinable @inline(__always)
  mutating func append(_ entry: Entry, to bucket: UnsafeMutablePointer<Bucket>) {
    let offset = bucket.pointee.count & (Self.chunkSize &- 1)
    if offset == 0 { extend(bucket) }
    entries[Int(bucket.pointee.tail &* Self.chunkSize &+ offset)] = entry
    bucket.pointee.count &+= 1
  }

  /// Appends a fresh chunk to `bucket`.
  @inlinable
  mutating func extend(_ bucket: UnsafeMutablePointer<Bucket>) {
    if firstFree == Self.none { grow() }
    let chunk = firstFree
    firstFree = links[Int(chunk)]
    if bucket.pointee.count == 0 {
      bucket.pointee.head = chunk
    } else {
      links[Int(bucket.pointee.tail)] = chunk
    }
    bucket.pointee.tail = chunk
  }

  /// Appends all entries of `bucket` to `target`, in order of arrival.
  ///
  /// - Complexity: O(*n*) copies of *n* entries.
  mutating func move(_ bucket: UnsafeMutablePointer<Bucket>, to target: inout EntryBuffer) {
    forEachChunk(of: bucket.pointee) { target.append($0, count: $1) }
    if bucket.pointee.count > 0 {
      links[Int(bucket.pointee.tail)] = firstFree
      firstFree = bucket.pointee.head
    }
    bucket.pointee.count = 0
  }

  /// Calls `body` with each chunk of `bucket`, in order.
  @inline(__always)
  func forEachChunk(of bucket: Bucket, _ body: (UnsafePointer<Entry>, Int) -> Void) {
    var chunk = bucket.head
    var left = Int(bucket.count)
    while left > 0 {
      let filled = min(left, Int(Self.chunkSize))
      body(UnsafePointer(entries + Int(chunk) * Int(Self.chunkSize)), filled)
      left -= filled
      chunk = links[Int(chunk)]
    }
  }

  /// Doubles the pool.
  @usableFromInline @inline(never)
  mutating func grow() {
    let size = Int(Self.chunkSize)
    let grown = max(64, 2 * chunkCount)
    precondition(grown * size <= Int(UInt32.max), "the event queue holds at most 2^31 events")
    let movedEntries = UnsafeMutablePointer<Entry>.allocate(capacity: grown * size)
    let movedLinks = UnsafeMutablePointer<UInt32>.allocate(capacity: grown)
    movedEntries.moveInitialize(from: entries, count: chunkCount * size)
    movedLinks.moveInitialize(from: links, count: chunkCount)
    for chunk in chunkCount..<grown {
      movedLinks[chunk] = chunk + 1 < grown ? UInt32(chunk + 1) : firstFree
    }
    entries.deallocate()
    links.deallocate()
    firstFree = UInt32(chunkCount)
    entries = movedEntries
    links = movedLinks
    chunkCount = grown
  }
}

/// One rung of the ladder: a time interval divided into buckets of equal width, a power of two.
///
/// Bucket *i* takes the entries whose `high` lies in `start + i << shift ..< start + (i + 1) << shift`; the last bucket
/// also takes later entries, up to the next coarser rung.
@frozen @usableFromInline
struct Rung: BitwiseCopyable {
  /// The smallest `high` accepted by this rung: the start of bucket `next`.
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

  /// Empties the rung and sizes its buckets for `expected` entries with the given spread.
  ///
  /// Bucket widths derive from twice the mean distance, which equals the whole interval if entries are uniformly
  /// distributed: pending events are denser near the front, where buckets should be small enough to sort.
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

  /// Returns the smallest right shift that brings `value` below `bound`.
  private static func shift(_ value: UInt64, below bound: Int) -> UInt64 {
    let bound = UInt64(bound)
    let least = UInt64(max(0, bound.leadingZeroBitCount - value.leadingZeroBitCount))
    return value >> least < bound ? least : least + 1
  }
}
