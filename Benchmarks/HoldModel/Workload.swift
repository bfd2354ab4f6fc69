import Foundation

/// How far ahead a popped event is pushed again.
enum Law: String, CaseIterable {
  case exponential, constant, tied, bimodal

  func draw(_ generator: inout SplitMix64) -> Int64 {
    switch self {
    case .exponential: Int64(-1e6 * log(generator.uniform()))
    case .constant: 1_000_000
    case .tied: 1000 * (1 + Int64(generator.next() % 8))
    case .bimodal:
      generator.next() % 10 == 0
        ? 10_000_000 + Int64(generator.next() % 1_000_000) : Int64(generator.next() % 100_000)
    }
  }
}

/// One hold model: the pending events' first times and the increments that all queues read in the same order.
struct Workload {
  let law: Law
  let starts: [Int64]
  let increments: [Int64]

  /// The number of increments, after which they begin again: a power of two.
  static let tableSize = 1 << 16

  init(law: Law, pending: Int) {
    self.law = law
    var generator = SplitMix64(state: 1)
    starts = (0..<pending).map { _ in
      let increment = law.draw(&generator)
      return law == .tied ? increment : Int64(Double(increment) * generator.uniform())
    }
    increments = (0..<Self.tableSize).map { _ in law.draw(&generator) }
  }

  var pending: Int { starts.count }
  var warmup: Int { 2 * pending }
  var holds: Int { max(1_000_000, 2 * pending) }
}

/// A small seeded generator (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195).
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A uniform number in (0, 1].
  mutating func uniform() -> Double { Double(next() >> 11 + 1) * 0x1p-53 }
}
