import Foundation
import Statistics
import TestSupport
import Testing

@Suite struct VariatesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var mean: Double
    var variance: Double
    var draw: @Sendable (inout KeyedGenerator) -> Double
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "uniform", mean: 3, variance: 1.0 / 3) { $0.uniform(in: 2...4) },
    Case(name: "exponential", mean: 60, variance: 3600) { $0.exponential(mean: 60) },
    Case(name: "normal", mean: -2, variance: 9) { $0.normal(mean: -2, standardDeviation: 3) },
    // Half of a normal: mean √(2/π), variance 1 − 2/π.
    Case(name: "half normal", mean: (2 / Double.pi).squareRoot(), variance: 1 - 2 / .pi) {
      $0.normal(mean: 0, standardDeviation: 1, within: 0...30)
    },
    Case(name: "lognormal", mean: exp(1.125), variance: (exp(0.25) - 1) * exp(2.25)) {
      $0.lognormal(logMean: 1, logDeviation: 0.5)
    },
    Case(name: "gamma", mean: 6, variance: 12) { $0.gamma(shape: 3, scale: 2) },
    Case(name: "gamma below 1", mean: 1, variance: 2) { $0.gamma(shape: 0.5, scale: 2) },
    Case(name: "Poisson", mean: 3.5, variance: 3.5) { Double($0.poisson(mean: 3.5)) },
    Case(name: "great Poisson", mean: 1e4, variance: 1e4) { Double($0.poisson(mean: 1e4)) },
    Case(name: "coin", mean: 0.2, variance: 0.16) { $0.happens(withProbability: 0.2) ? 1 : 0 },
    Case(name: "direction", mean: 0, variance: 0.5) { $0.direction().x },
  ]

  @Test(arguments: cases) func meanAndVarianceAreThoseOfTheClosedForm(variate: Case) {
    var draws = KeyedGenerator(seed: 2026, replication: 0, purpose: Purpose(rawValue: 910))
    var values = RunningStatistics()
    var squares = RunningStatistics()
    for _ in 0..<40_000 {
      let value = variate.draw(&draws)
      values.add(value)
      squares.add((value - variate.mean) * (value - variate.mean))
    }
    #expect(abs(values.zScore(expected: variate.mean)!) < 3.5)
    #expect(abs(squares.zScore(expected: variate.variance)!) < 3.5)
  }

  @Test func whatIsNoDistributionIsACallersFault() async {
    await #expect(processExitsWith: .failure) {
      var draws = KeyedGenerator(seed: 1, replication: 0, purpose: Purpose(rawValue: 1))
      _ = draws.exponential(mean: -1)
    }
  }
}
