import Foundation
import Statistics
import Testing

@Suite struct PairedDifferenceTests {
  /// Student's sleep data (Biometrika 6, 1908; R: `t.test(extra ~ group, data = sleep, paired = TRUE)`, and SciPy 1.17
  /// `ttest_rel`).
  @Test func theIntervalIsStudents() throws {
    let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    let differences = zip(first, second).map { $1 - $0 }
    let found = PairedDifference(differences)
    let interval = try #require(found.interval)
    #expect(found.count == 10)
    #expect(abs(found.mean - 1.58) < 1e-12)
    #expect(abs(found.standardDeviation! - 1.2299954832798732) < 1e-12)
    #expect(abs(interval.lowerBound - 0.7001142367230175) < 1e-9)
    #expect(abs(interval.upperBound - 2.459885763276983) < 1e-9)
    #expect(abs(found.pValue! - 0.002832890197384273) < 1e-12)
    let wide = try #require(PairedDifference(differences, confidence: 0.99).interval)
    #expect(abs(wide.lowerBound - 0.31594811489517505) < 1e-9)
  }

  @Test func onePairHasNoInterval() {
    let found = PairedDifference([3])
    #expect(found.mean == 3 && found.interval == nil && found.pValue == nil)
  }

  @Test func pairsThatAllDifferAlikeLeaveNoDoubt() {
    #expect(PairedDifference([0, 0, 0]).pValue == 1)
    #expect(PairedDifference([2, 2, 2]).pValue == 0)
    #expect(PairedDifference([2, 2, 2]).interval == 2...2)
  }
}

@Suite struct HolmTests {
  /// statsmodels 0.15 `multipletests(p, method="holm")`.
  @Test(arguments: [
    ([0.01, 0.04, 0.03, 0.005, 0.2], [0.04, 0.09, 0.09, 0.025, 0.2]),
    ([0.9, 0.011, 0.6, 0.011, 0.5], [1, 0.055, 1, 0.055, 1]),
    ([0.03], [0.03]),
    ([], []),
  ]) func theAdjustedValuesAreStatsmodels(pValues: [Double], expected: [Double]) {
    let found = Holm.adjusted(pValues)
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < 1e-12) }
  }
}

@Suite struct QuantileIntervalTests {
  /// SciPy 1.17: the ranks for which `binom.cdf` leaves at most half of the rest on each side.
  @Test(arguments: [
    (6, 0.5, 0.95, 1...6, 0.96875),
    (10, 0.5, 0.95, 2...9, 0.978515625),
    (20, 0.5, 0.95, 6...15, 0.9586105346679688),
    (20, 0.25, 0.9, 2...9, 0.9347622074283208),
    (100, 0.95, 0.95, 90...100, 0.9826070607121812),
    (1000, 0.9, 0.99, 875...925, 0.9917080966907468),
  ]) func theRanksAreSciPys(
    count: Int, probability: Double, confidence: Double, ranks: ClosedRange<Int>, reached: Double
  ) throws {
    let values = (1...count).map { Double($0) * 10 }
    let found = try #require(QuantileInterval(ofSorted: values, probability, confidence: confidence))
    #expect(found.ranks == ranks)
    #expect(abs(found.confidence - reached) < 1e-9)
    #expect(found.bounds == Double(ranks.lowerBound) * 10...Double(ranks.upperBound) * 10)
  }

  @Test func fewNumbersHaveNone() {
    #expect(QuantileInterval(ofSorted: [], 0.5) == nil)
    #expect(QuantileInterval(ofSorted: [1], 0.5) == nil)
    #expect(QuantileInterval(ofSorted: [1, 2, 3, 4, 5], 0.5) == nil)
    #expect(QuantileInterval(ofSorted: (1...20).map(Double.init), 0.95) == nil)
  }
}

@Suite struct LeastCountTests {
  /// Tried one after the other: the first count of numbers that has an interval.
  @Test(arguments: [(0.5, 0.95, 6), (0.95, 0.95, 72), (0.05, 0.95, 72), (0.9, 0.99, 51), (0.25, 0.9, 11)])
  func theLeastCountIsTheFirstThatHasAnInterval(probability: Double, confidence: Double, count: Int) {
    let values = (1...count).map(Double.init)
    #expect(QuantileInterval.leastCount(probability, confidence: confidence) == count)
    #expect(QuantileInterval(ofSorted: values, probability, confidence: confidence) != nil)
    #expect(QuantileInterval(ofSorted: Array(values.dropLast()), probability, confidence: confidence) == nil)
  }
}

@Suite struct WarmUpTruncationTests {
  /// Noise that repeats itself: the numbers below are NumPy 2.4's for the same series, by trying every truncation.
  private static let noise = (0..<1000).map { Double($0 * 7919 % 101) / 101 - 0.5 }

  @Test func aStartUpThatEndsIsCutOffWhereItEnds() {
    let series = Self.noise.enumerated().map { 10 + $1 + ($0 < 150 ? 9 : 0) }
    let found = WarmUpTruncation(series)
    #expect(found.truncated == 150 && found.verdict == .found)
    #expect(abs(found.mean! - 9.995224228305183) < 1e-12)
  }

  @Test func aStartUpThatDecaysIsCutOffWhereItIsSmall() {
    let series = Self.noise.enumerated().map { 10 + $1 + 8 * exp(-Double($0) / 40) }
    let found = WarmUpTruncation(series)
    #expect(found.truncated == 200 && found.verdict == .found)
    #expect(abs(found.mean! - 9.9966151475153) < 1e-12)
  }

  @Test func sumsOfBatchesSayTheSameAsTheirValues() {
    let series = Self.noise.enumerated().map { 10 + $1 + ($0 < 150 ? 9 : 0) }
    let sums = (0..<200).map { series[5 * $0..<5 * $0 + 5].reduce(0, +) }
    let found = WarmUpTruncation(batchMeans: sums)
    #expect(found.truncated == 150 && found.verdict == .found)
  }

  @Test func aSeriesThatNeverSettlesIsTooShort() {
    #expect(WarmUpTruncation((0..<1000).map(Double.init)).verdict == .tooShort)
    let few = WarmUpTruncation(Array(Self.noise.prefix(49)))
    #expect(few.verdict == .tooShort && few.truncated == 0)
    #expect(WarmUpTruncation([]).mean == nil)
  }

  @Test func aSteadySeriesKeepsNearlyAll() {
    #expect(WarmUpTruncation(Self.noise).truncated == 5)
    #expect(WarmUpTruncation([Double](repeating: 3, count: 100)).truncated == 0)
  }
}

@Suite struct TailTests {
  /// SciPy 1.17 `f.sf`, `t.sf`, `binom.cdf`.
  @Test func theTailsAreSciPys() {
    #expect(abs(FisherF.upperTail(4, degreesOfFreedom: 3, 16) - 0.02658133088196222) < 1e-12)
    #expect(abs(FisherF.upperTail(2.5, degreesOfFreedom: 6, 24) - 0.05059657587758974) < 1e-12)
    #expect(abs(StudentT.upperTail(3, degreesOfFreedom: 9) - 0.007478181955207111) < 1e-12)
    #expect(abs(Binomial.cumulative(0, trials: 3, probability: 0.5) - 0.125) < 1e-12)
    #expect(Binomial.cumulative(-1, trials: 3, probability: 0.5) == 0)
    #expect(Binomial.cumulative(3, trials: 3, probability: 0.5) == 1)
  }
}
