extension KeyedGenerator {
  /// A uniform draw in 0 ..< 1: a multiple of 2⁻⁵³.
  @inlinable
  public mutating func uniform() -> Double {
    Double(next() &>> 11) * 0x1p-53
  }

  /// A uniform draw strictly between 0 and 1: an odd multiple of 2⁻⁵³, so that its logarithm is finite.
  @inlinable
  public mutating func uniformOpen() -> Double {
    Double((next() &>> 12) &<< 1 | 1) * 0x1p-53
  }

  /// A uniform draw from `range`, whose upper bound may come out by rounding only.
  ///
  /// - Precondition: the bounds are finite.
  @inlinable
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    precondition(range.lowerBound.isFinite && range.upperBound.isFinite, "a finite range")
    return range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// A uniform integer of 0 ..< `count` without bias: one multiplication, and a redraw where it would not be
  /// fair. Lemire 2019, doi:10.1145/3230636.
  ///
  /// - Precondition: `count` is positive.
  @inlinable
  public mutating func integer(below count: UInt64) -> UInt64 {
    precondition(count > 0, "at least one value to draw from")
    var product = next().multipliedFullWidth(by: count)
    if product.low < count {
      let unfair = (0 &- count) % count
      while product.low < unfair { product = next().multipliedFullWidth(by: count) }
    }
    return product.high
  }

  /// A uniform integer of `range` without bias.
  ///
  /// - Precondition: `range` is not empty.
  @inlinable
  public mutating func integer(in range: Range<Int>) -> Int {
    precondition(!range.isEmpty, "at least one value to draw from")
    let count = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    return range.lowerBound &+ Int(truncatingIfNeeded: integer(below: count))
  }

  /// Tells whether an event of the given probability happens; certain from 1 on, impossible down from 0.
  @inlinable
  public mutating func happens(withProbability probability: Double) -> Bool {
    uniform() < probability
  }

  /// Puts `items` in random order, every order equally likely (Fisher and Yates); unlike the standard
  /// library's own, the order is the same in every version of Swift.
  @inlinable
  public mutating func shuffle<Item>(_ items: inout [Item]) {
    for last in stride(from: items.count - 1, to: 0, by: -1) {
      items.swapAt(last, integer(in: 0..<last + 1))
    }
  }
}
