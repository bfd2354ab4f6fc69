/// The warm-up to be removed from a series so that the start-up does not bias its mean: MSER-5.
///
/// The series is cut into batches of five, and the truncation minimises the standard error of the mean of the remaining
/// batches, Σ(Y − Ȳ)² ÷ (n − d)². White 1997, doi:10.1177/003754979706900601. At least five batches remain, because the
/// statistic approaches 0 as the last batches are removed; a truncation in the second half means that the series is too
/// short (Hoad, Robinson and Davies 2010, "Automating warm-up length estimation", Journal of the Operational Research
/// Society 61).
public struct WarmUpTruncation: Hashable, Sendable {
  /// The verdict on the start-up of the series.
  public enum Verdict: String, Sendable {
    /// The truncation lies in the first half: the remainder may be considered stationary.
    case found
    /// The truncation lies in the second half, or there are fewer than ten batches: the run must be longer.
    case tooShort = "too short"
  }

  /// The number of observations in a batch.
  public static let batch = 5
  /// The minimum number of batches for a verdict.
  public static let leastBatches = 10

  public let verdict: Verdict
  /// The number of observations to remove at the front, a multiple of five; 0 if there are too few batches.
  public let truncated: Int
  /// The mean of the remaining batches.
  public let mean: Double?

  /// Determines the truncation of `values`, in order of time; observations that do not fill a last batch are
  /// ignored.
  ///
  /// - Precondition: every value is finite.
  /// - Complexity: O(n) in the values.
  public init(_ values: [Double]) {
    self.init(
      batchMeans: (0..<values.count / Self.batch).map { index in
        values[Self.batch * index..<Self.batch * (index + 1)].reduce(0, +) / Double(Self.batch)
      })
  }

  /// Determines the truncation of a series given as batch means, or as batch sums, in order of time.
  ///
  /// - Precondition: every mean is finite.
  public init(batchMeans means: [Double]) {
    let count = means.count
    var tail = RunningStatistics()
    var best = (error: Double.infinity, truncation: 0, mean: Double?.none)
    for truncation in means.indices.reversed() {
      tail.add(means[truncation])
      guard tail.count >= Self.leastBatches / 2, let variance = tail.variance else { continue }
      let left = Double(tail.count)
      let error = variance * (left - 1) / (left * left)
      // Of equal errors the smallest truncation, which comes last.
      if error <= best.error { best = (error, truncation, tail.mean) }
    }
    let isLongEnough = count >= Self.leastBatches
    verdict = isLongEnough && 2 * best.truncation <= count ? .found : .tooShort
    truncated = isLongEnough ? Self.batch * best.truncation : 0
    mean = isLongEnough ? best.mean : tail.mean
  }
}
