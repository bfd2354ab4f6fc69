import Foundation
import Statistics
import TestSupport
import Testing

@Suite struct SummaryTests {
  /// The values of NumPy's mean, std(ddof=1) and quantile.
  @Test func theFiguresAreNumPys() {
    let summary = Summary([3.5, 1.25, 9, 2, 7.75, 4, 4, 11])
    #expect(summary.count == 8)
    #expect(summary.mean == 5.3125)
    #expect(abs(summary.standardDeviation! - 3.507008289533565) < 1e-14)
    #expect(summary.min == 1.25 && summary.max == 11)
    let quantiles = [
      summary.p05, summary.p25, summary.median, summary.p75, summary.p90, summary.p95, summary.p99,
    ]
    for (found, expected) in zip(quantiles, [1.5125, 3.125, 4, 8.0625, 9.6, 10.3, 10.86]) {
      #expect(abs(found! - expected) < 1e-12)
    }
  }

  @Test func nothingHasNoFigures() {
    let summary = Summary([])
    #expect(summary.count == 0)
    #expect(summary.mean == nil && summary.standardDeviation == nil && summary.median == nil)
    #expect(summary.min == nil && summary.max == nil)
  }

  @Test func oneNumberHasNoSpread() {
    let summary = Summary([4])
    #expect(summary.mean == 4 && summary.p05 == 4 && summary.p99 == 4)
    #expect(summary.standardDeviation == nil)
  }
}

@Suite struct RunningStatisticsTests {
  @Test func aSmallSpreadAroundALargeMeanIsKept() {
    var statistics = RunningStatistics()
    for value in [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16] { statistics.add(value) }
    #expect(statistics.mean == 1e9 + 10)
    #expect(statistics.variance == 30)
    #expect(statistics.min == 1e9 + 4 && statistics.max == 1e9 + 16)
  }

  @Test func partsMergedAreTheWhole() {
    forAll(seeds: 0..<100) { seed in
      var draws = KeyedGenerator(seed: seed, replication: 0, purpose: Purpose(rawValue: 920))
      var whole = RunningStatistics()
      var merged = RunningStatistics()
      for _ in 0..<3 {
        var part = RunningStatistics()
        for _ in 0..<draws.integer(in: 0..<20) {
          let value = draws.normal(mean: 100, standardDeviation: 5)
          whole.add(value)
          part.add(value)
        }
        merged.merge(part)
      }
      guard merged.count == whole.count, merged.min == whole.min, merged.max == whole.max else {
        return "\(merged) is not \(whole)"
      }
      let mean = abs((merged.mean ?? 0) - (whole.mean ?? 0))
      let variance = abs((merged.variance ?? 0) - (whole.variance ?? 0))
      return mean < 1e-10 && variance < 1e-9 ? nil : "\(merged) is not \(whole)"
    }
  }

  @Test func theIntervalIsStudents() {
    var statistics = RunningStatistics()
    #expect(statistics.interval() == nil && statistics.mean == nil && statistics.zScore(expected: 0) == nil)
    for value in [3.5, 1.25, 9, 2, 7.75, 4, 4, 11] { statistics.add(value) }
    let interval = statistics.interval()!
    let reach = 2.364624251592784 * 3.507008289533565 / 8.0.squareRoot()
    #expect(abs(interval.lowerBound - (5.3125 - reach)) < 1e-9)
    #expect(abs(interval.upperBound - (5.3125 + reach)) < 1e-9)
  }

  @Test func intervalsHoldTheMeanAsOftenAsTheyClaim() {
    let source = RandomSource(seed: 12, replication: 0)
    var held = 0
    for entity in UInt64(0)..<2000 {
      var draws = source.stream(Purpose(rawValue: 921), entity)
      var statistics = RunningStatistics()
      for _ in 0..<10 { statistics.add(draws.normal(mean: 3, standardDeviation: 2)) }
      held += statistics.interval(confidence: 0.9)!.contains(3) ? 1 : 0
    }
    #expect(ChiSquare.pValue(observed: [held, 2000 - held], expected: [1800, 200]) > 0.0005)
  }

  @Test func batchesLeaveOutTheFront() {
    let batches = RunningStatistics(batchMeansOf: [100, 1, 2, 3, 4, 5, 6], batches: 3)
    #expect(batches.count == 3)
    #expect(batches.mean == 3.5)
    #expect(batches.min == 1.5 && batches.max == 5.5)
  }
}
