import JSON5
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Metrics

/// The figures of decision times, against those that `Summary` makes of the same numbers.
struct DecisionsTests {
  @Test
  func `quantiles are those of a summary`() throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let times = (0..<Int.random(in: 1...3_000, using: &random)).map { _ in
        UInt32.random(in: 0...9_000_000, using: &random)
      }
      let found = try #require(Performance.Distribution(times))
      let values = times.map { Double($0) / 1_000 }
      let expected = Summary(values)
      let p999 = try #require(Summary.quantile(ofSorted: values.sorted(), 0.999))
      let pairs = [
        (found.mean, expected.mean), (found.p50, expected.median), (found.p90, expected.p90),
        (found.p99, expected.p99), (found.p999, p999), (found.max, expected.max),
      ]
      for (found, expected) in pairs { #expect(abs(found - (try #require(expected))) < 1e-6) }
    }
  }

  @Test
  func `a decision that was held up is slow on the wall alone`() throws {
    let decisions = try #require(
      Performance.Decisions(
        CallTimes(
          wall: Array(repeating: 2_000, count: 999) + [5_000_000],
          heldUp: [.init(call: 999, nanoseconds: 4_990_000)])))
    #expect(decisions.count == 1_000)
    #expect((decisions.wall.p50, decisions.wall.max) == (2, 5_000))
    #expect((decisions.processor.p50, decisions.processor.max) == (2, 10))
    #expect(decisions.json["max"] == .number(5_000))
    #expect(decisions.json["processor"]?["max"] == .number(10))
    // One in a thousand: the quantile lies almost at the one before.
    #expect(decisions.json["processor"]?["p999"] == .number(2.008))
  }

  @Test
  func `without decisions there is nothing to tell`() {
    #expect(Performance.Decisions(CallTimes()) == nil)
  }
}
