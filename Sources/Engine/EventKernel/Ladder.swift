/// A ladder queue of entries: far events unsorted, nearer ones in ever finer buckets, the nearest sorted.
///
/// From far to near: `top` takes what lies beyond `topStart`, unsorted; each rung cuts a stretch of time into
/// buckets; `run` is the bucket being consumed, sorted; `heap` takes what is pushed into its stretch. A bucket
/// too big to be sorted at once becomes a finer rung, unless all its entries tie, when it is sorted, or stand in
/// order already, as those of equal increments do; then it is consumed as it is.
///
/// After W. T. Tang, R. S. M. Goh, I. L. Thng, *Ladder queue: an O(1) priority queue structure for
/// large-scale discrete event simulation*, 2005, doi:10.1145/1103323.1103324. Other than there: widths are
/// powers of two, the number of buckets is bounded, buckets are chains of chunks, and the nearest stretch has
/// a heap for late comers, so that no sequence of pushes costs more than O(log *n*) each.
///
/// - Invariant: `heap` and `run` hold the entries below `nearEnd`, each rung those from its `floor` to the
///   floor of the next coarser one, `top` those from `topStart`.
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
  /// The number of entries of `run` that have been consumed.
  @usableFromInline var consumed: Int = 0
  /// True if `run` is long because it came in order, so that no time has been spent on cutting it.
  @usableFromInline var runIsUncut = false
  @usableFromInline var heap: EntryHeap
  /// The size of `heap` above which its entries are worth a rung.
  @usableFromInline var heapLimit: Int = Ladder.sortLimit
  @usableFromInline var chunks: ChunkPool

  /// The most rungs; what would need more is sorted instead.
  static var maximumDepth: Int { 10 }

  /// The most entries that are sorted without being cut into buckets.
  @usableFromInline static var sortLimit: Int { 40 }

  /// The most entries of a bucket whose payloads are asked for at once: 256 kB of cache lines.
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
  /// - Complexity: O(1) amortised, O(log *n*) for an entry in the stretch that is being consumed.
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

  /// Tells whether there is an entry at the front; brings the next bucket there when there is none.
  @inlinable @inline(__always)
  mutating func hasFront(_ payloads: Payloads) -> Bool {
    consumed < run.count || heap.count > 0 || refill(payloads)
  }

  /// True if the front is the root of the heap, not the head of the run.
  ///
  /// - Precondition: `hasFront()` has just said yes.
  @inlinable @inline(__always)
  var frontIsInHeap: Bool {
    heap.count > 0 && (consumed == run.count || heap.first < run.base[consumed])
  }
}
