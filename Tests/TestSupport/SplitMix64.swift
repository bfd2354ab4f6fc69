/// A small seeded generator, so that tests do not depend on the generators of the project (Steele, Lea,
/// Flood 2014, doi:10.1145/2660193.2660195).
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Creates the sequence of `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0 ..< 1.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number between the bounds of `range`.
  public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
  }

  /// A whole number of `range`.
  public mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(uniform() * Double(range.count))
  }

  /// True with probability `share`.
  public mutating func chance(_ share: Double) -> Bool { uniform() < share }

  /// One of `values`.
  public mutating func pick<T>(_ values: [T]) -> T { values[whole(0...values.count - 1)] }
}
