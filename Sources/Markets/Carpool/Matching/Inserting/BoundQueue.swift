import Quantities
import Travellers

/// A priority queue of drivers by the lower bounds on their costs: the lowest bound comes first; ties go to the lower
/// driver index.
///
/// Few of the drivers are ever taken, so only the lowest bounds are sorted: a heap holds the drivers up to a pivot, and
/// the rest stay unsorted. Once the heap is empty, a new pivot, drawn from a sample, moves more of the rest to the heap
/// (incremental quicksort, R. Paredes and G. Navarro, doi:10.1137/1.9781611972863.16).
///
/// Invariant: all words in the heap are at most `pivot`, and all words in the rest are above it.
struct BoundQueue {
  /// Words made up of bound, driver, and whether the bound cannot be refined: one comparison orders by all three.
  private var heap: [UInt64] = []
  private var rest: [UInt64] = []
  private var pivot: UInt64 = 0
  /// The rank of the next pivot in the sample. It grows each time, because a caller that has taken many drivers may
  /// take all of them.
  private var share = firstShare

  private static let samples = 32
  private static let firstShare = 2
  /// If fewer drivers remain, all are moved to the heap at once.
  private static let few = 96
  /// The size of the first three levels of the heap, which include the next two drivers to be taken.
  private static let soon = 7

  mutating func removeAll() {
    heap.removeAll(keepingCapacity: true)
    rest.removeAll(keepingCapacity: true)
    pivot = 0
    share = Self.firstShare
  }

  /// Adds `driver` with the lower bound `bound`.
  ///
  /// - Precondition: no driver has been taken since `removeAll`.
  mutating func append(_ bound: Float, _ driver: DriverIndex) { rest.append(Self.word(bound, driver, 0)) }

  /// Adds `driver` with the lower bound `bound`, which cannot be refined.
  ///
  /// - Precondition: no driver has been taken since `removeAll`.
  mutating func appendRefined(_ bound: Float, _ driver: DriverIndex) {
    rest.append(Self.word(bound, driver, 1))
  }

  /// Adds at most `count` words: `write` writes them and returns their number.
  ///
  /// - Precondition: no driver has been taken since `removeAll`.
  mutating func append(upTo count: Int, _ write: (UnsafeMutablePointer<UInt64>) -> Int) {
    let known = rest.count
    rest.append(contentsOf: repeatElement(0, count: count))
    let written = rest.withUnsafeMutableBufferPointer { words in
      words.baseAddress.map { write($0 + known) } ?? 0
    }
    rest.removeLast(count - written)
  }

  /// Adds at most `count` words of refined bounds: `write` writes them and returns their number. Drivers may have been
  /// taken before.
  mutating func insert(upTo count: Int, _ write: (UnsafeMutablePointer<UInt64>) -> Int) {
    let known = rest.count
    append(upTo: count, write)
    guard !heap.isEmpty else { return }
    var kept = known
    for place in known..<rest.count {
      let word = rest[place]
      if word <= pivot {
        heap.append(word)
        rise(heap.count - 1)
      } else {
        rest[kept] = word
        kept += 1
      }
    }
    rest.removeLast(rest.count - kept)
  }

  /// Moves all drivers of `other` to this queue.
  ///
  /// - Precondition: no driver was taken from either queue since its `removeAll`.
  mutating func append(allOf other: inout BoundQueue) {
    if rest.isEmpty { return swap(&rest, &other.rest) }
    rest.append(contentsOf: other.rest)
    other.rest.removeAll(keepingCapacity: true)
  }

  /// Reinserts `driver`, who has been taken, with a tighter bound.
  mutating func putBack(_ bound: Float, _ driver: DriverIndex) {
    let word = Self.word(bound, driver, 1)
    guard word <= pivot else {
      rest.append(word)
      return
    }
    heap.append(word)
    rise(heap.count - 1)
  }

  /// The driver with the lowest bound; nil if the queue is empty.
  var first: (bound: Float, driver: DriverIndex, isRefined: Bool)? {
    mutating get {
      if heap.isEmpty { part() }
      guard let first = heap.first else { return nil }
      return (Self.bound(UInt32(first >> 32)), Self.driver(first), first & 1 == 1)
    }
  }

  /// Calls `body` with each driver likely to be taken soon.
  func forEachSoon(_ body: (DriverIndex) -> Void) {
    for word in heap.prefix(Self.soon) { body(Self.driver(word)) }
  }

  /// Removes the first driver.
  ///
  /// - Precondition: `first` has been read, and was not nil.
  mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    sink(0)
  }

  /// Moves the lowest bounds of the rest to the heap; called if the heap is empty.
  private mutating func part() {
    if rest.count < Self.few || share >= Self.samples {
      swap(&heap, &rest)
      pivot = .max
    } else {
      let step = rest.count / Self.samples
      pivot = (0..<Self.samples).map { rest[$0 * step] }.sorted()[share - 1]
      share *= 2
      Self.takeUpTo(pivot, from: &rest, into: &heap)
    }
    for index in (0..<heap.count / 2).reversed() { sink(index) }
  }

  /// Moves the words up to `pivot` from `words` to the empty list `taken`. Free of branches: the destination is
  /// computed arithmetically.
  private static func takeUpTo(_ pivot: UInt64, from words: inout [UInt64], into taken: inout [UInt64]) {
    var (low, high) = (0, 0)
    taken.append(contentsOf: repeatElement(0, count: words.count))
    words.withUnsafeMutableBufferPointer { words in
      taken.withUnsafeMutableBufferPointer { taken in
        for word in words {
          taken[low] = word
          words[high] = word
          low += word <= pivot ? 1 : 0
          high += word <= pivot ? 0 : 1
        }
      }
    }
    words.removeLast(words.count - high)
    taken.removeLast(taken.count - low)
  }

  /// Takes up to `count` drivers from the front, as long as the first bound is at most `most` and can be refined.
  mutating func takeCoarse(_ count: Int, upTo most: Float, into taken: inout [DriverIndex]) {
    for _ in 0..<count {
      guard let next = first, next.bound <= most, !next.isRefined else { return }
      removeFirst()
      taken.append(next.driver)
    }
  }

  /// Removes and returns the first driver; nil if the bound is above `most` or the queue is empty.
  mutating func takeFirst(upTo most: Float) -> DriverIndex? {
    guard let next = first, next.bound <= most else { return nil }
    removeFirst()
    return next.driver
  }

  private static func word(_ bound: Float, _ driver: DriverIndex, _ flag: UInt64) -> UInt64 {
    UInt64(order(bound)) << 32 | UInt64(UInt32(bitPattern: driver.rawValue)) << 1 | flag
  }

  private static func driver(_ word: UInt64) -> DriverIndex {
    DriverIndex(rawValue: Int32(truncatingIfNeeded: (word & 0xffff_ffff) >> 1))
  }

  /// Returns an unsigned integer that sorts in the same order as `bound`.
  static func order(_ bound: Float) -> UInt32 {
    let bits = bound.bitPattern
    return bits >> 31 == 1 ? ~bits : bits | 1 << 31
  }

  static func bound(_ order: UInt32) -> Float {
    Float(bitPattern: order >> 31 == 1 ? order & ~(1 << 31) : ~order)
  }

  private mutating func rise(_ start: Int) {
    let moving = heap[start]
    var hole = start
    while hole > 0, moving < heap[(hole - 1) / 2] {
      heap[hole] = heap[(hole - 1) / 2]
      hole = (hole - 1) / 2
    }
    heap[hole] = moving
  }

  private mutating func sink(_ start: Int) {
    heap.withUnsafeMutableBufferPointer { heap in
      let moving = heap[start]
      var hole = start
      while true {
        var child = 2 * hole + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
        guard heap[child] < moving else { break }
        heap[hole] = heap[child]
        hole = child
      }
      heap[hole] = moving
    }
  }
}
