import Quantities
import Travellers

/// Drivers with what asking each would cost at least: the lowest bound comes out first, then the lower number.
///
/// A binary heap of words that is built at once when the first is taken: few of many drivers are ever taken.
struct BoundQueue {
  /// Bound, driver, and whether nothing closer is known than the bound: one comparison orders all three.
  private var entries: [UInt64] = []
  private var isHeap = false

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    isHeap = false
  }

  /// Adds `driver`; nothing that the driver can do is worth less than `bound`.
  ///
  /// - Precondition: nobody was taken since `removeAll`.
  mutating func append(_ bound: Float, _ driver: DriverIndex) { entries.append(Self.word(bound, driver, 0)) }

  /// Adds `driver` likewise; nothing closer than `bound` is known.
  ///
  /// - Precondition: nobody was taken since `removeAll`.
  mutating func appendRefined(_ bound: Float, _ driver: DriverIndex) {
    entries.append(Self.word(bound, driver, 1))
  }

  /// Adds `driver`, who was taken, once more with a closer bound.
  mutating func putBack(_ bound: Float, _ driver: DriverIndex) {
    entries.append(Self.word(bound, driver, 1))
    rise(entries.count - 1)
  }

  /// The first; nil when nobody is left.
  var first: (bound: Float, driver: DriverIndex, isRefined: Bool)? {
    mutating get {
      if !isHeap {
        for index in (0..<entries.count / 2).reversed() { sink(index) }
        isHeap = true
      }
      guard let first = entries.first else { return nil }
      let driver = DriverIndex(rawValue: Int32(truncatingIfNeeded: (first & 0xffff_ffff) >> 1))
      return (Self.bound(UInt32(first >> 32)), driver, first & 1 == 1)
    }
  }

  /// Takes the first out.
  ///
  /// - Precondition: `first` was asked for.
  mutating func removeFirst() {
    let last = entries.removeLast()
    guard !entries.isEmpty else { return }
    entries[0] = last
    sink(0)
  }

  /// Takes out the first as long as its bound is not above `most` and nothing closer is known of it, up to `count` of them.
  mutating func takeCoarse(_ count: Int, upTo most: Float, into taken: inout [DriverIndex]) {
    for _ in 0..<count {
      guard let next = first, next.bound <= most, !next.isRefined else { return }
      removeFirst()
      taken.append(next.driver)
    }
  }

  /// Takes out the first; nil where its bound is above `most` or nobody is left.
  mutating func takeFirst(upTo most: Float) -> DriverIndex? {
    guard let next = first, next.bound <= most else { return nil }
    removeFirst()
    return next.driver
  }

  private static func word(_ bound: Float, _ driver: DriverIndex, _ flag: UInt64) -> UInt64 {
    UInt64(order(bound)) << 32 | UInt64(UInt32(bitPattern: driver.rawValue)) << 1 | flag
  }

  /// Bits that are ordered as the numbers are.
  private static func order(_ bound: Float) -> UInt32 {
    let bits = bound.bitPattern
    return bits >> 31 == 1 ? ~bits : bits | 1 << 31
  }

  private static func bound(_ order: UInt32) -> Float {
    Float(bitPattern: order >> 31 == 1 ? order & ~(1 << 31) : ~order)
  }

  private mutating func rise(_ start: Int) {
    let moving = entries[start]
    var hole = start
    while hole > 0, moving < entries[(hole - 1) / 2] {
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
        if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
        guard entries[child] < moving else { break }
        entries[hole] = entries[child]
        hole = child
      }
      entries[hole] = moving
    }
  }
}
