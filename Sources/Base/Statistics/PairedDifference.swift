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
  /// The confidence interval of the true mean; nil for fewer than two pairs.
  public let interval: ClosedRange<Double>?
  /// The two-sided p-value of the hypothesis that the true mean is 0; nil for fewer than two pairs.
  public let pValue: Double?

  /// Creates the statistics of `differences`, one per pair.
  ///
  /// If all differences are equal, the interval is that single number, and the p-value is 1 if it is 0,
  /// otherwise 0.
  ///
  /// - Precondition: there is at least one difference, all are finite, and `confidence` lies strictly between
  ///   0 and 1.
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
