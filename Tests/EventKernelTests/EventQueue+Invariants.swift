@testable import EventKernel

extension EventQueue {
  /// Checks the invariants that hold between calls; a violation fails a precondition.
  ///
  /// - Complexity: O(*n*) for *n* pending and cancelled events.
  func checkInvariants() {
    ladder.checkInvariants()
    var entries = 0
    ladder.visitAll { entry, lower, upper in
      precondition(entry.high >= lower, "an entry lies below its part of the ladder")
      precondition(entry.high <= upper, "an entry lies above its part of the ladder")
      precondition(entry.sequence < nextSequence, "an entry from the future")
      entries += 1
    }
    precondition(entries == slots.count + staleCount, "the ladder lost or doubled an entry")
    precondition(countContent() == slots.count, "a live event is not in the ladder")
    var free = 0
    var number = slots.firstFree
    while number != .max {
      precondition(slots.slots[Int(number)].tag & SlotPool<Event>.freeMark != 0, "a live slot is free")
      number = UInt32(truncatingIfNeeded: slots.slots[Int(number)].tag)
      free += 1
    }
    precondition(free + slots.count == slots.used, "a slot leaked")
  }
}

extension Ladder {
  /// Checks the order of the parts, of the run and of the heap.
  func checkInvariants() {
    for index in consumed + 1..<max(run.count, consumed + 1) {
      precondition(run.base[index - 1] < run.base[index], "the run is not sorted")
    }
    for index in 1..<max(heap.count, 1) {
      precondition(heap.entries.base[(index - 1) / 2] < heap.entries.base[index], "the heap is not a heap")
    }
    var end = topStart
    for level in 0..<depth {
      let rung = rungs[level]
      precondition(rung.floor <= end, "a rung begins beyond the next coarser one")
      precondition(rung.floor == rung.start + UInt64(rung.next) << rung.shift, "a floor is off its bucket")
      precondition(rung.next <= rung.last, "an exhausted rung is left")
      let sum = (rung.next...rung.last).reduce(0) { $0 + Int(rung.buckets[$1].count) }
      precondition(sum == rung.count, "a rung counts wrong")
      end = rung.floor
    }
    precondition(nearEnd == end, "the near end is off the finest rung")
  }
}
