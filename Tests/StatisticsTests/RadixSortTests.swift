import Statistics
import TestSupport
import Testing

struct RadixSortTests {
  @Test(arguments: [UInt32(1), 2_047, 2_048, 100_000, 1 << 22, .max])
  func `numbers of any size come in the order that sorting gives`(largest: UInt32) {
    forAll(seeds: 0..<20) { seed in
      var random = SplitMix64(seed: seed)
      let numbers = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        UInt32.random(in: 0...largest, using: &random)
      }
      return numbers.sortedByDigits() == numbers.sorted() ? nil : "\(numbers)"
    }
  }
}
