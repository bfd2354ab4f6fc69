/// The frontier of a search: nodes with their tentative times, the earliest on top.
///
/// A 4-ary heap (shallower than a binary one, its four children in one cache line) of packed 8-byte entries.
/// A node whose time falls is pushed again and the stale entry skipped when it surfaces: on road networks
/// that is rarer than a decrease-key is dear. Equal times come out in the order of the nodes.
struct DistanceHeap: Sendable {
  /// Time in the upper half, node in the lower: one comparison orders both.
  private var entries: [UInt64] = []

  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// The time on top; `Int32.max` when the heap is empty.
  var earliest: Int32 { entries.isEmpty ? .max : Int32(truncatingIfNeeded: entries[0] >> 32) }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  mutating func push(_ node: Int32, at time: Int32) {
    let entry = UInt64(UInt32(bitPattern: time)) << 32 | UInt64(UInt32(bitPattern: node))
    var hole = entries.count
    entries.append(entry)
    while hole > 0 {
      let parent = (hole - 1) / 4
      guard entry < entries[parent] else { break }
      entries[hole] = entries[parent]
      hole = parent
    }
    entries[hole] = entry
  }

  /// Removes the earliest entry.
  ///
  /// - Precondition: the heap is not empty.
  mutating func pop() -> (node: Int32, time: Int32) {
    let top = entries[0]
    let last = entries.removeLast()
    if !entries.isEmpty { sink(last) }
    return (Int32(truncatingIfNeeded: top), Int32(truncatingIfNeeded: top >> 32))
  }

  /// Puts `entry` in the place of the top and lets it sink.
  private mutating func sink(_ entry: UInt64) {
    let count = entries.count
    var hole = 0
    while true {
      let first = 4 * hole + 1
      guard first < count else { break }
      var least = first
      for child in (first + 1)..<max(first + 1, min(first + 4, count)) where entries[child] < entries[least] {
        least = child
      }
      guard entries[least] < entry else { break }
      entries[hole] = entries[least]
      hole = least
    }
    entries[hole] = entry
  }
}
