/// A ladder queue of entries: far events unsorted, nearer ones in ever finer buckets, the nearest sorted.
///
/// From far to near: `top` holds entries beyond `topStart`, unsorted; each rung divides a time interval into buckets;
/// `run` is the bucket being consumed, sorted; `heap` holds entries pushed later into the same interval. A bucket too
/// large to be sorted becomes a finer rung, with two exceptions: if all its entries tie, it is sorted; if they are
/// already in order, as with equal increments, it is consumed as it is.
///
/// After W. T. Tang, R. S. M. Goh, I. L. Thng, *Ladder queue: an O(1) priority queue structure for large-scale discrete
/// event simulation*, 2005, doi:10.1145/1103323.1103324. Differences: widths are powers of two, the number of buckets
/// is bounded, and buckets are chains of chunks. The nearest interval has a heap for late pushes, so that no sequence
/// of pushes costs more than O(log *n*) each.
///
/// - Invariant: `heap` and `run` hold the entries below `nearEnd`, each rung those from its `floor` to the floor of the
///   next coarser one, and `top` those from `topStart` on.
@frozen @usableFromInline
struct Ladder: ~Copyable {
  @usableFromInline var top: EntryBuffer
  @usableFromInline var topStart: UInt64 = 0
  /// The rungs, the coarsest first.
  @usableFromInline var rungs: UnsafeMutablePointer<Rung>
  @usableFromInline var depth: Int = 0
  /// The floor of the finest rung, or `topStart` if there are no rungs.
  @usableFromInline var nearEnd: UInt64 = 0
  @usableFromInline var run: EntryBuffer
  /// The number of consumed entries in `run`.
  @usableFromInline var consumed: Int = 0
  /// Whether `run` was already in order and therefore not divided into buckets, although it is long.
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

extension Ladder {
  /// Moves the nearest bucket to the front, sorted, and returns whether there was one.
  ///
  /// - Complexity: O(1) amortised over the entries; O(*n* log *n*) for *n* entries with equal time and
  ///   priority that were not pushed in order.
  /// - Precondition: `run` is consumed and `heap` is empty.
  @usableFromInline @inline(never)
  mutating func refill(_ payloads: Payloads) -> Bool {
    run.count = 0
    consumed = 0
    heapLimit = Self.sortLimit
    runIsUncut = false
    while true {
      let isFromTop = depth == 0
      if isFromTop {
        guard top.count > 0 else { return false }
        swap(&top, &run)
      } else {
        takeNextBucket()
      }
      if run.count <= Self.sortLimit {
        payloads.prefetch(run)
        run.sort()
        if isFromTop { endTop(at: run.base[run.count - 1].high) }
        return true
      }
      // Equal increments push events in firing order: no sorting is required.
      if run.isSorted {
        let greatest = run.base[run.count - 1].high
        if isFromTop { endTop(at: greatest) }
        runIsUncut = run.base[0].high < greatest
        return true
      }
      let spread = run.spread()
      if isFromTop { endTop(at: spread.greatest) }
      if spread.least == spread.greatest || depth == Self.maximumDepth {
        run.sort()
        return true
      }
      // Prefetch payloads of entries that fire soon.
      if run.count <= Self.prefetchLimit { payloads.prefetch(run) }
      cutRun(spread)
    }
  }

  /// Restricts `top`, now empty, to entries at `high` or beyond.
  ///
  /// An entry pushed later with the same `high` has a later sequence, so it may go to `top`.
  private mutating func endTop(at high: UInt64) {
    topStart = high
    nearEnd = high
  }

  /// Moves the first non-empty bucket of the finest rung to `run`; removes the rung when its last bucket is taken.
  private mutating func takeNextBucket() {
    let rung = rungs + (depth - 1)
    var next = rung.pointee.next
    while rung.pointee.buckets[next].count == 0 { next += 1 }
    let bucket = rung.pointee.buckets + next
    rung.pointee.count -= Int(bucket.pointee.count)
    chunks.move(bucket, to: &run)
    rung.pointee.next = next + 1
    if rung.pointee.count == 0 || next == rung.pointee.last {
      depth -= 1
    } else {
      rung.pointee.floor = rung.pointee.start &+ UInt64(next + 1) &<< rung.pointee.shift
    }
    nearEnd = depth > 0 ? rungs[depth - 1].floor : topStart
  }

  /// Distributes `run` over a new finest rung.
  private mutating func cutRun(_ spread: Spread) {
    let rung = rungs + depth
    rung.pointee.cut(spread, expecting: run.count)
    rung.pointee.count = run.count
    let base = run.base
    for index in 0..<run.count {
      chunks.append(base[index], to: rung.pointee.bucket(for: base[index].high))
    }
    run.count = 0
    consumed = 0
    runIsUncut = false
    depth += 1
    nearEnd = spread.least
  }

  /// Distributes the entries of the nearest interval over a new rung, because the heap has become too large.
  ///
  /// - Complexity: O(*n*) for *n* entries in the heap, so O(1) amortised per entry.
  @usableFromInline @inline(never)
  mutating func cutNear() {
    let left = run.count - consumed
    // Worthwhile only if the heap outweighs the other entries to be moved, and ties cannot be split: otherwise wait
    // until the heap has doubled. An uncut run is moved once, as others are.
    guard heap.count >= left || runIsUncut, depth < Self.maximumDepth else {
      heapLimit = 2 * max(heap.count, left)
      return
    }
    run.base.update(from: run.base + consumed, count: left)
    run.count = left
    consumed = 0
    run.append(heap.entries.base, count: heap.count)
    let spread = run.spread()
    guard spread.least < spread.greatest else {
      run.count = left
      heapLimit = 2 * heap.count
      return
    }
    heap.entries.count = 0
    heapLimit = Self.sortLimit
    cutRun(spread)
  }

  /// Moves every entry to `top`, so that the caller may drop some of them.
  ///
  /// - Complexity: O(*n*) for *n* entries.
  @usableFromInline
  mutating func moveAllToTop() {
    top.append(run.base + consumed, count: run.count - consumed)
    top.append(heap.entries.base, count: heap.count)
    for index in 0..<depth {
      let rung = rungs[index]
      for number in rung.next...rung.last { chunks.move(rung.buckets + number, to: &top) }
    }
    run.count = 0
    consumed = 0
    runIsUncut = false
    heap.entries.count = 0
    heapLimit = Self.sortLimit
    depth = 0
    topStart = 0
    nearEnd = 0
  }
}
