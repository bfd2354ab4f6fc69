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

  /// Moves the first non-empty bucket of the finest rung to `run`; drops the rung with its last bucket.
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

  /// Distributes the nearest interval over a new rung, because its heap has become too large.
  ///
  /// - Complexity: O(*n*) for *n* entries in the heap, so O(1) amortised over them.
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
