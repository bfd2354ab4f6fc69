import Quantities

/// The priority queue of a search: nodes with their tentative times, the earliest first.
///
/// A 4-ary heap (shallower than a binary one, its four children mostly in one cache line) of packed 8-byte
/// entries. If a node's time falls, it is pushed again, and the stale entry is skipped later: on road
/// networks this costs less than decrease-key. Ties are ordered by node.
struct DistanceHeap<Node: ListIndex>: ~Copyable, @unchecked Sendable {
  /// The entries, with the time in the upper half and the node in the lower: one comparison orders both.
  private var entries: UnsafeMutablePointer<UInt64>
  private var capacity = 256
  private var count = 0

  init() { entries = .allocate(capacity: capacity) }

  deinit { entries.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// The earliest time; `Int32.max` if the heap is empty.
  var earliest: Int32 { count == 0 ? .max : Int32(truncatingIfNeeded: entries[0] >> 32) }

  mutating func removeAll() { count = 0 }

  /// Adds `node` at `time`, which is not negative.
  mutating func push(_ node: Node, at time: Int32) {
    let entry = UInt64(UInt32(bitPattern: time)) << 32 | UInt64(UInt32(bitPattern: node.rawValue))
    if count == capacity { enlarge() }
    var hole = count
    count &+= 1
    while hole > 0 {
      let parent = (hole &- 1) >> 2
      guard entry < entries[parent] else { break }
      entries[hole] = entries[parent]
      hole = parent
    }
    entries[hole] = entry
  }

  /// Removes the earliest entry.
  ///
  /// - Precondition: the heap is not empty.
  mutating func pop() -> (node: Node, time: Int32) {
    assert(count > 0, "nothing to take from an empty heap")
    let top = entries[0]
    count &-= 1
    if count > 0 { sink(entries[count], in: entries, count) }
    return (Node(rawValue: Int32(truncatingIfNeeded: top)), Int32(truncatingIfNeeded: top >> 32))
  }

  private mutating func enlarge() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * capacity)
    larger.initialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }
}

/// Replaces the top of `count` entries by `entry` and sifts it down.
///
/// All node types share this function: the compiler would merge specialised copies anyway, at the cost of a jump.
private func sink(_ entry: UInt64, in entries: UnsafeMutablePointer<UInt64>, _ count: Int) {
  var hole = 0
  while true {
    let first = hole &<< 2 &+ 1
    var least = first
    if first &+ 3 < count {
      // Two independent comparisons, then one: compiled to conditional moves, not jumps.
      let left = entries[first &+ 1] < entries[first] ? first &+ 1 : first
      let right = entries[first &+ 3] < entries[first &+ 2] ? first &+ 3 : first &+ 2
      least = entries[right] < entries[left] ? right : left
    } else {
      guard first < count else { break }
      var child = first &+ 1
      while child < count {
        if entries[child] < entries[least] { least = child }
        child &+= 1
      }
    }
    guard entries[least] < entry else { break }
    entries[hole] = entries[least]
    hole = least
  }
  entries[hole] = entry
}
