import CGSL
import Quantities

/// The mean of paired differences with its t-interval and the p-value of the paired t-test.
///
/// Pairs with common random numbers differ less than independent ones, which narrows the interval. Assumes
/// independent differences with an approximately normal mean (Student 1908, doi:10.1093/biomet/6.1.1).
public struct PairedDifference: Hashable, Sendable {
  /// The number of pairs.
  public let count: Int
  /// The mean of the differences.
  public let mean: Double
  /// The sample standard deviation of the differences; nil for fewer than two.
  public let standardDeviation: Double?
  /// The confidence interval for the true mean; nil for fewer than two pairs.
  public let interval: ClosedRange<Double>?
  /// The two-sided p-value of the hypothesis that the true mean is 0; nil for fewer than two pairs.
  public let pValue: Double?

  /// Creates the statistics of `differences`, one per pair.
  ///
  /// If all differences are equal, the interval is that single number, and the p-value is 1 if the number is 0 and 0
  /// otherwise.
  ///
  /// - Precondition: there is at least one difference, all are finite, and `confidence` lies strictly between 0 and 1.
  public init(_ differences: [Double], confidence: Double = 0.95) {
    precondition(!differences.isEmpty, "a comparison has a pair")
    var statistics = RunningStatistics()
    for difference in differences { statistics.add(difference) }
    count = differences.count
    mean = statistics.mean ?? 0
    standardDeviation = statistics.standardDeviation
    interval = statistics.interval(confidence: confidence)
    guard let error = statistics.standardError else {
      pValue = nil
      return
    }
    let freedom = Double(differences.count - 1)
    pValue =
      error > 0
      ? 2 * StudentT.upperTail((mean / error).magnitude, degreesOfFreedom: freedom) : mean == 0 ? 1 : 0
  }
}

/// The ratio of second to first in paired measurements: the Hodges–Lehmann estimate, a bootstrap interval, and
/// the p-value of a sign-flip test.
///
///     let ratio = PairedRatio([(1.00, 1.09), (1.02, 1.13), …], seed: 1)
///     ratio.estimate   // 1.10
///
/// All statistics use logarithms, so that twice as slow and twice as fast have equal weight. The estimate is the
/// median of all pairwise means of the log ratios, including each with itself (Hodges and Lehmann 1963,
/// doi:10.1214/aoms/1177704172): it is robust against a few disturbed pairs. The interval is the percentile
/// interval over resampled pairs (Efron and Tibshirani 1993, doi:10.1007/978-1-4899-4541-9), widened for few
/// pairs as Student's interval is (Hesterberg 2015, doi:10.1080/00031305.2015.1089789). The test flips the signs
/// of the pairs, which are equally likely under the null hypothesis, and compares sums of signed ranks.
public struct PairedRatio: Hashable, Sendable {
  /// The number of pairs.
  public let count: Int
  /// The estimate of the ratio.
  public let estimate: Double
  /// The confidence interval for the ratio.
  public let interval: ClosedRange<Double>
  /// The two-sided p-value of the hypothesis of no difference.
  public let pValue: Double

  /// Creates the statistics of `pairs`; the draws depend only on `seed`.
  ///
  /// - Precondition: there is at least one pair, all numbers are finite and positive, and `confidence` lies strictly
  ///   between 0 and 1.
  /// - Complexity: O(`resamples` · n² + `flips` · n) for n pairs.
  public init(
    _ pairs: [(first: Double, second: Double)], confidence: Double = 0.95, resamples: Int = 1000,
    flips: Int = 9999, seed: UInt64
  ) {
    precondition(!pairs.isEmpty, "a ratio needs a pair")
    precondition(confidence > 0 && confidence < 1, "a confidence strictly between 0 and 1")
    let logs = pairs.map { pair in
      precondition(
        pair.first > 0 && pair.second > 0 && pair.first.isFinite && pair.second.isFinite,
        "ratios are of finite positive numbers")
      return Rounded.log(pair.second / pair.first)
    }
    count = logs.count
    estimate = Rounded.exp(Self.pseudomedian(logs))
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .pairedRatio)
    var medians = (0..<resamples).map { _ in
      Self.pseudomedian(logs.indices.map { _ in logs[draws.integer(in: 0..<logs.count)] })
    }
    medians.sort()
    let tail = Self.tail(confidence, pairs: logs.count)
    func quantile(_ share: Double) -> Double { Summary.quantile(ofSorted: medians, share) ?? .nan }
    interval = Rounded.exp(quantile(tail))...Rounded.exp(quantile(1 - tail))
    pValue = Self.signFlip(logs, flips, &draws)
  }

  /// Returns the share of resamples cut off on either side: less than (1 − confidence) ÷ 2, because resamples
  /// of few pairs spread too little.
  private static func tail(_ confidence: Double, pairs: Int) -> Double {
    guard pairs > 1 else { return (1 - confidence) / 2 }
    let count = Double(pairs)
    let t = StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: count - 1)
    return Normal.cumulative(-(count / (count - 1)).squareRoot() * t)
  }

  /// Returns the median of the means of all pairs of `values`, including each with itself.
  ///
  /// - Complexity: O(n²) expected.
  static func pseudomedian(_ values: [Double]) -> Double {
    var means: [Double] = []
    means.reserveCapacity(values.count * (values.count + 1) / 2)
    for (index, first) in values.enumerated() {
      for second in values[index...] { means.append((first + second) / 2) }
    }
    return gsl_stats_median(&means, 1, means.count)
  }

  /// Returns the share of sign patterns, both drawn and observed, whose signed-rank sum is at least as far from 0 as
  /// the observed sum.
  private static func signFlip(_ values: [Double], _ flips: Int, _ draws: inout KeyedGenerator) -> Double {
    let ranks = ranks(values.map(\.magnitude))
    let signed = zip(values, ranks).map { $0 == 0 ? 0 : $0 < 0 ? -$1 : $1 }
    let observed = signed.reduce(0, +).magnitude
    var asFar = 1
    for _ in 0..<flips {
      var sum = 0.0
      var bits: UInt64 = 0
      for (index, rank) in signed.enumerated() {
        if index % 64 == 0 { bits = draws.next() }
        sum += bits & 1 == 0 ? rank : -rank
        bits >>= 1
      }
      if sum.magnitude >= observed - 1e-9 { asFar += 1 }
    }
    return Double(asFar) / Double(flips + 1)
  }

  /// Returns the ranks of `values`; tied values have their mean rank.
  static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = Array(repeating: 0.0, count: values.count)
    var first = 0
    while first < order.count {
      var last = first
      while last + 1 < order.count, values[order[last + 1]] == values[order[first]] { last += 1 }
      for place in first...last { ranks[order[place]] = Double(first + last) / 2 + 1 }
      first = last + 1
    }
    return ranks
  }
}
