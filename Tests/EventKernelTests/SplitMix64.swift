import Foundation

/// A small seeded generator, so that these tests depend on nothing but the kernel (Steele, Lea, Flood 2014,
/// doi:10.1145/2660193.2660195).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0 ..< `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// A uniform number in (0, 1].
  mutating func uniform() -> Double { Double(next() >> 11 + 1) * 0x1p-53 }

  /// An exponential number.
  mutating func exponential(mean: Double) -> Double { -mean * log(uniform()) }
}
