extension EventQueue {
  /// Counts the pending events by traversing the queue, independently of its counters.
  ///
  /// - Complexity: O(*n*) for *n* pending and cancelled events.
  public func countContent() -> Int {
    var live = 0
    ladder.visitAll { entry, _, _ in
      if slots.holds(entry.sequence, at: entry.slot) { live += 1 }
    }
    return live
  }
}

extension Ladder {
  /// Calls `body` with every entry, and with the least and greatest `high` allowed in its part of the ladder.
  func visitAll(_ body: (Entry, UInt64, UInt64) -> Void) {
    for index in consumed..<max(run.count, consumed) { body(run.base[index], 0, nearEnd) }
    for index in 0..<heap.count { body(heap.entries.base[index], 0, nearEnd) }
    for index in 0..<top.count { body(top.base[index], topStart, .max) }
    for level in 0..<depth {
      let rung = rungs[level]
      let end = level > 0 ? rungs[level - 1].floor : topStart
      for number in rung.next...rung.last {
        let lower = rung.start + UInt64(number) << rung.shift
        let upper = number == rung.last ? end : lower + (1 << rung.shift - 1)
        chunks.forEachChunk(of: rung.buckets[number]) { entries, count in
          for index in 0..<count { body(entries[index], lower, upper) }
        }
      }
    }
  }
}
