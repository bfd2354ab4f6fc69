extension KeyedGenerator {
  /// Returns a uniform draw in 0 ..< 1: a multiple of 2⁻⁵³.
  @inlinable
  public mutating func uniform() -> Double {
    Double(next() &>> 11) * 0x1p-53
  }

  /// Returns a uniform draw strictly between 0 and 1: an odd multiple of 2⁻⁵³, so that its logarithm is
  /// finite.
  @inlinable
  public mutating func uniformOpen() -> Double {
    Double((next() &>> 12) &<< 1 | 1) * 0x1p-53
  }

  /// Returns a uniform draw from `range`; its upper bound is only reached by rounding.
  ///
  /// - Precondition: the bounds are finite.
  @inlinable
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    precondition(range.lowerBound.isFinite && range.upperBound.isFinite, "a finite range")
    return range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// Returns an unbiased uniform integer in 0 ..< `count`: one multiplication, with rejection of biased
  /// draws. Lemire 2019, doi:10.1145/3230636.
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

  /// Returns an unbiased uniform integer in `range`.
  ///
  /// - Precondition: `range` is not empty.
  @inlinable
  public mutating func integer(in range: Range<Int>) -> Int {
    precondition(!range.isEmpty, "at least one value to draw from")
    let count = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    return range.lowerBound &+ Int(truncatingIfNeeded: integer(below: count))
  }

  /// Returns true with the given probability: always from 1 on, never for 0 or less.
  @inlinable
  public mutating func happens(withProbability probability: Double) -> Bool {
    uniform() < probability
  }

  /// Shuffles `items`, every order equally likely (Fisher and Yates); unlike the standard library's shuffle,
  /// the order is the same in every version of Swift.
  @inlinable
  public mutating func shuffle<Item>(_ items: inout [Item]) {
    for last in stride(from: items.count - 1, to: 0, by: -1) {
      items.swapAt(last, integer(in: 0..<last + 1))
    }
  }
}
