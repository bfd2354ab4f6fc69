/// A growing array of entries in raw memory.
///
/// It replaces `Array` on the queue's hot path: no uniqueness check, no bounds check, no retain.
@frozen @usableFromInline
struct EntryBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Entry>
  @usableFromInline var count: Int
  @usableFromInline var capacity: Int

  /// Creates an empty buffer with room for `capacity` entries.
  @usableFromInline
  init(capacity: Int = 64) {
    base = .allocate(capacity: capacity)
    count = 0
    self.capacity = capacity
  }

  @inlinable
  deinit { base.deallocate() }

  /// Appends `entry`.
  ///
  /// - Complexity: O(1) amortised.
  @inlinable @inline(__always)
  mutating func append(_ entry: Entry) {
    if count == capacity { reserve(count &+ 1) }
    base[count] = entry
    count &+= 1
  }

  /// Appends the `added` entries at `source`, which must not lie in this buffer.
  mutating func append(_ source: UnsafePointer<Entry>, count added: Int) {
    if count &+ added > capacity { reserve(count &+ added) }
    (base + count).update(from: source, count: added)
    count &+= added
  }

  /// Grows to at least `needed` entries, doubling.
  @usableFromInline @inline(never)
  mutating func reserve(_ needed: Int) {
    let grown = max(needed, 2 * capacity)
    let moved = UnsafeMutablePointer<Entry>.allocate(capacity: grown)
    moved.moveInitialize(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = grown
  }

  /// Whether each entry fires before the next.
  ///
  /// - Complexity: O(*n*) for *n* entries in order; usually a few comparisons otherwise.
  var isSorted: Bool {
    var index = 1
    while index < count, base[index &- 1] < base[index] { index &+= 1 }
    return index >= count
  }

  /// Returns the smallest and the largest `high` of all entries, and their mean distance from the smallest.
  ///
  /// - Precondition: the buffer is not empty.
  func spread() -> Spread {
    var least = base[0].high
    var greatest = least
    var sum = 0.0
    for index in 0..<count {
      let high = base[index].high
      least = min(least, high)
      greatest = max(greatest, high)
      sum += Double(Int64(truncatingIfNeeded: high))
    }
    let mean = sum / Double(count) - Double(least)
    return Spread(least: least, greatest: greatest, mean: UInt64(max(mean, 0)))
  }

  /// Sorts all entries, soonest first.
  ///
  /// - Complexity: O(*n* log *n*) comparisons for *n* entries, O(*n*) if they are already in order, such as
  ///   ties in order of pushing.
  mutating func sort() {
    guard count <= Ladder.sortLimit else {
      var entries = UnsafeMutableBufferPointer(start: base, count: count)
      entries.sort { $0 < $1 }
      return
    }
    var index = 1
    while index < count {
      let entry = base[index]
      var hole = index
      while hole > 0, entry < base[hole &- 1] {
        base[hole] = base[hole &- 1]
        hole &-= 1
      }
      base[hole] = entry
      index &+= 1
    }
  }
}

/// The distribution of `high` over some entries.
struct Spread {
  var least: UInt64
  var greatest: UInt64
  /// The mean distance from the smallest `high`.
  var mean: UInt64
}

/// A small binary heap of entries, soonest at the root: it receives entries pushed into the current time interval.
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
