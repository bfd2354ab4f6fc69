/// A small binary heap of entries, soonest at the root: it takes pushes into the current time interval.
@frozen @usableFromInline
struct EntryHeap: ~Copyable {
  @usableFromInline var entries: EntryBuffer

  @usableFromInline
  init() { entries = EntryBuffer() }

  @inlinable @inline(__always) var count: Int { entries.count }

  /// The soonest entry.
  ///
  /// - Precondition: the heap is not empty.
  @inlinable @inline(__always) var first: Entry { entries.base[0] }

  /// Adds `entry`.
  ///
  /// - Complexity: O(log *n*) comparisons for *n* entries.
  @inlinable
  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    let base = entries.base
    var hole = entries.count &- 1
    while hole > 0 {
      let parent = (hole &- 1) &>> 1
      guard entry < base[parent] else { break }
      base[hole] = base[parent]
      hole = parent
    }
    base[hole] = entry
  }

  /// Removes and returns the soonest entry.
  ///
  /// - Complexity: O(log *n*) comparisons for *n* entries.
  /// - Precondition: the heap is not empty.
  @inlinable
  mutating func removeFirst() -> Entry {
    let base = entries.base
    let first = base[0]
    entries.count &-= 1
    let count = entries.count
    let last = base[count]
    var hole = 0
    while true {
      var child = 2 &* hole &+ 1
      guard child < count else { break }
      if child &+ 1 < count, base[child &+ 1] < base[child] { child &+= 1 }
      guard base[child] < last else { break }
      base[hole] = base[child]
      hole = child
    }
    base[hole] = last
    return first
  }
}
