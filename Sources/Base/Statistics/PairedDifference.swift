/// The mean of paired differences with its t-interval and the p-value of the paired t-test.
///
/// Pairs that share their random numbers differ less than independent ones, and the interval is narrower for it.
/// It takes the differences to be independent of each other and their mean to be near normal (Student 1908,
/// doi:10.1093/biomet/6.1.1).
public struct PairedDifference: Hashable, Sendable {
  /// The pairs.
  public let count: Int
  /// The mean of the differences.
  public let mean: Double
  /// The sample standard deviation of the differences; nil of fewer than two.
  public let standardDeviation: Double?
  /// The interval that holds the true mean with the confidence asked for; nil of fewer than two pairs.
  public let interval: ClosedRange<Double>?
  /// The two-sided p-value of the hypothesis that the true mean is 0; nil of fewer than two pairs.
  public let pValue: Double?

  /// Takes the differences, one per pair.
  ///
  /// If all differences are alike, the interval is that number, and the p-value 1 if it is 0, else 0.
  ///
  /// - Precondition: there is a difference, all are finite, and `confidence` lies strictly between 0 and 1.
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
