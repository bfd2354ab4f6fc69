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
