import Foundation
import Quantities
import Statistics
import TestSupport
import Testing

/// Distributions as scenarios name them.
@Suite struct LawTests {
  struct Case: Sendable {
    var law: Law
    /// The mean of the square.
    var square: Double
  }

  static let cases = [
    Case(law: .fixed(3), square: 9), Case(law: .uniform(from: 2, to: 8), square: 28),
    Case(law: .exponential(mean: 5), square: 50),
    Case(law: .lognormal(median: 4, sigma: 0.5), square: 16 * exp(0.5)),
  ]

  @Test(arguments: cases) func theMeanOfDrawsIsThatOfTheLaw(example: Case) {
    var draws = RandomSource(seed: 5, replication: 0).stream(Purpose(rawValue: 920))
    var values = RunningStatistics()
    for _ in 0..<20_000 { values.add(example.law.draw(&draws)) }
    #expect(abs(values.mean! - example.law.mean) < 3.5 * values.standardError! + 1e-12)
  }

  @Test("what is left of a span at any moment is E[X²] ÷ 2E[X] in the mean", arguments: cases)
  func residual(example: Case) {
    var draws = RandomSource(seed: 5, replication: 0).stream(Purpose(rawValue: 921))
    var values = RunningStatistics()
    for _ in 0..<20_000 { values.add(example.law.residual(&draws)) }
    #expect(abs(values.zScore(expected: example.square / (2 * example.law.mean))!) < 3.5)
  }

  @Test func aSpanIsInMillisecondsAndHasAnEnd() {
    var draws = RandomSource(seed: 5, replication: 0).stream(Purpose(rawValue: 922))
    #expect(Law.fixed(1.2345).span(&draws) == Milliseconds(1_235))
    #expect(Law.fixed(1e30).span(&draws) == Milliseconds(1_000_000_000_000))
  }
}
