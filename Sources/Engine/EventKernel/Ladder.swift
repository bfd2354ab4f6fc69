/// A ladder queue of entries: far events unsorted, nearer ones in ever finer buckets, the nearest sorted.
///
/// From far to near: `top` holds entries beyond `topStart`, unsorted; each rung divides a time interval into
/// buckets; `run` is the bucket being consumed, sorted; `heap` takes pushes into its interval. A bucket too
/// large to be sorted becomes a finer rung, unless all its entries tie, in which case it is sorted, or are
/// already in order, as with equal increments, in which case it is consumed as it is.
///
/// After W. T. Tang, R. S. M. Goh, I. L. Thng, *Ladder queue: an O(1) priority queue structure for large-scale
/// discrete event simulation*, 2005, doi:10.1145/1103323.1103324. Differences: widths are powers of two, the
/// number of buckets is bounded, buckets are chains of chunks, and the nearest interval has a heap for late
/// pushes, so that no sequence of pushes costs more than O(log *n*) each.
///
/// - Invariant: `heap` and `run` hold the entries below `nearEnd`, each rung those from its `floor` to the floor
///   of the next coarser one, and `top` those from `topStart` on.
@frozen @usableFromInline
struct Ladder: ~Copyable {
  @usableFromInline var top: EntryBuffer
  @usableFromInline var topStart: UInt64 = 0
  /// The rungs, the coarsest first.
  @usableFromInline var rungs: UnsafeMutablePointer<Rung>
  @usableFromInline var depth: Int = 0
  /// The floor of the finest rung, or `topStart` without rungs.
  @usableFromInline var nearEnd: UInt64 = 0
  @usableFromInline var run: EntryBuffer
  /// The number of consumed entries in `run`.
  @usableFromInline var consumed: Int = 0
  /// Whether `run` is long because it was already in order, and so was not cut.
  @usableFromInline var runIsUncut = false
  @usableFromInline var heap: EntryHeap
  /// The size of `heap` above which its entries are moved to a rung.
  @usableFromInline var heapLimit: Int = Ladder.sortLimit
  @usableFromInline var chunks: ChunkPool

  /// The maximum number of rungs; beyond it, buckets are sorted instead.
  static var maximumDepth: Int { 10 }

  /// The maximum number of entries sorted without being divided into buckets.
  @usableFromInline static var sortLimit: Int { 40 }

  /// The maximum bucket size for prefetching all payloads at once: 256 kB of cache lines.
  static var prefetchLimit: Int { 4096 }

  @usableFromInline
  init() {
    top = EntryBuffer()
    run = EntryBuffer()
    heap = EntryHeap()
    chunks = ChunkPool()
    rungs = .allocate(capacity: Self.maximumDepth)
    for index in 0..<Self.maximumDepth { (rungs + index).initialize(to: Rung()) }
  }

  @usableFromInline
  deinit {
    for index in 0..<Self.maximumDepth { rungs[index].buckets.deallocate() }
    rungs.deallocate()
  }

  /// Adds `entry`.
  ///
  /// - Complexity: O(1) amortised, O(log *n*) for an entry in the interval being consumed.
  @inlinable @inline(__always)
  mutating func insert(_ entry: Entry) {
    if entry.high >= topStart {
      top.append(entry)
    } else if entry.high >= nearEnd {
      var rung = rungs
      while entry.high < rung.pointee.floor { rung += 1 }
      rung.pointee.count &+= 1
      chunks.append(entry, to: rung.pointee.bucket(for: entry.high))
    } else {
      heap.insert(entry)
      if heap.count > heapLimit { cutNear() }
    }
  }

  /// Returns whether there is a front entry, moving the next bucket there if necessary.
  @inlinable @inline(__always)
  mutating func hasFront(_ payloads: Payloads) -> Bool {
    consumed < run.count || heap.count > 0 || refill(payloads)
  }

  /// Whether the front is the root of the heap rather than the head of the run.
  ///
  /// - Precondition: `hasFront()` has just returned true.
  @inlinable @inline(__always)
  var frontIsInHeap: Bool {
    heap.count > 0 && (consumed == run.count || heap.first < run.base[consumed])
  }
}
