import Quantities

/// Drivers with what asking each would cost at least: the lowest bound comes out first, then the lower number.
///
/// A binary heap that is built at once when the first is taken: few of many drivers are ever taken.
struct BoundQueue {
  struct Entry {
    /// Nothing that the driver can do is worth less.
    var bound: Int64
    var driver: Int32
    /// Whether nothing closer is known than the bound.
    var isRefined: Bool

    fileprivate func comesBefore(_ other: Self) -> Bool {
      bound != other.bound ? bound < other.bound : driver < other.driver
    }
  }

  private var entries: [Entry] = []
  private var isHeap = false

  var count: Int { entries.count }
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    isHeap = false
  }

  /// Adds `driver`; `bound` is rounded down.
  ///
  /// - Precondition: nobody was taken since `removeAll`.
  mutating func append(_ bound: Float, _ driver: Int32) {
    entries.append(Entry(bound: Self.lowered(bound), driver: driver, isRefined: false))
  }

  /// Adds `driver`, who was taken, once more with a closer bound.
  mutating func putBack(_ bound: Float, _ driver: Int32) {
    entries.append(Entry(bound: Self.lowered(bound), driver: driver, isRefined: true))
    rise(entries.count - 1)
  }

  /// A weight can be so large that a cost in `Float` loses milliseconds: the margin grows with it.
  private static func lowered(_ bound: Float) -> Int64 {
    let lowered = (Double(bound) - Double(bound.magnitude) * 1e-6).rounded(.down) - 1
    return Int64(max(-9e18, min(9e18, lowered)))
  }

  /// Takes the first; nil when nobody is left.
  mutating func next() -> Entry? {
    if !isHeap {
      for index in (0..<entries.count / 2).reversed() { sink(index) }
      isHeap = true
    }
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    if !entries.isEmpty {
      entries[0] = last
      sink(0)
    }
    return first
  }

  private mutating func rise(_ start: Int) {
    let moving = entries[start]
    var hole = start
    while hole > 0, moving.comesBefore(entries[(hole - 1) / 2]) {
      entries[hole] = entries[(hole - 1) / 2]
      hole = (hole - 1) / 2
    }
    entries[hole] = moving
  }

  private mutating func sink(_ start: Int) {
    entries.withUnsafeMutableBufferPointer { entries in
      let moving = entries[start]
      var hole = start
      while true {
        var child = 2 * hole + 1
        guard child < entries.count else { break }
        if child + 1 < entries.count, entries[child + 1].comesBefore(entries[child]) { child += 1 }
        guard entries[child].comesBefore(moving) else { break }
        entries[hole] = entries[child]
        hole = child
      }
      entries[hole] = moving
    }
  }
}
