extension Ladder {
  /// Brings the nearest bucket to the front, sorted, and returns whether there was one.
  ///
  /// - Complexity: O(1) amortised over the entries; O(*n* log *n*) for *n* entries that cannot be told apart
  ///   by time and priority and were not pushed in order.
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
      // Equal increments push events in the order in which they fire: there is nothing to sort them by.
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
      // Those that come soon: scattered payloads travel towards the cache from here on.
      if run.count <= Self.prefetchLimit { payloads.prefetch(run) }
      cutRun(spread)
    }
  }

  /// Says that `top`, now empty, takes what lies at `high` or beyond.
  ///
  /// An entry that is pushed later at the same `high` has a later sequence, so it may follow in `top`.
  private mutating func endTop(at high: UInt64) {
    topStart = high
    nearEnd = high
  }

  /// Moves the first bucket that has entries, of the finest rung, to `run`; drops the rung with its last one.
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

  /// Spreads `run` over a new finest rung.
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

  /// Spreads the nearest stretch over a new rung, because its heap has grown too big.
  ///
  /// - Complexity: O(*n*) for *n* entries in the heap, so O(1) amortised over them.
  @usableFromInline @inline(never)
  mutating func cutNear() {
    let left = run.count - consumed
    // The heap must outweigh what else is moved, and ties cannot be cut: else wait until it has doubled. A run that
    // has not been cut yet is moved once as others are.
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

  /// Moves every entry to `top`, so that the holder may drop some of them.
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
