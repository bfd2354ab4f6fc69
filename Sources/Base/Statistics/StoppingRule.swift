/// A rule that stops when a mean is precise enough: the half-width of its 95 % interval is at most a given fraction of
/// the mean.
///
/// Stopping as soon as an interval is narrow stops too often on spreads that are small by chance: with two or three
/// initial observations such intervals cover 89 to 92 % (Chow and Robbins 1965, doi:10.1214/aoms/1177700156). So the
/// rule never stops before `fewest` values, and the next check comes at the number that the spread so far suggests.
public struct StoppingRule: Hashable, Sendable {
  /// The minimum number of observations.
  public static let fewest = 10

  /// The target half-width of the interval, as a fraction of the mean.
  public var halfWidth: Double

  /// Creates the rule.
  ///
  /// - Precondition: `halfWidth` is positive.
  public init(halfWidth: Double) {
    precondition(halfWidth > 0, "a half-width is positive")
    self.halfWidth = halfWidth
  }

  /// Returns whether the mean is precise enough.
  public func isMet(by statistics: RunningStatistics) -> Bool {
    guard let mean = statistics.mean, let interval = statistics.interval() else { return false }
    return (interval.upperBound - interval.lowerBound) / 2 <= halfWidth * mean.magnitude
  }

  /// Returns the estimated total number of observations required, given the first `count`; nil if it cannot be
  /// estimated. `statistics` covers the observations that have a value.
  public func estimate(_ count: Int, _ statistics: RunningStatistics) -> Int? {
    guard let mean = statistics.mean, let interval = statistics.interval(), mean != 0 else { return nil }
    let ratio = (interval.upperBound - interval.lowerBound) / 2 / (halfWidth * mean.magnitude)
    return Int(min((Double(count) * ratio * ratio).rounded(.up), 1e15))
  }

  /// Returns the number of observations for the next check; nil if `count` are enough.
  ///
  /// It is the estimate from the spread so far, but at most twice `count`.
  public func next(after count: Int, _ statistics: RunningStatistics) -> Int? {
    if statistics.count >= Self.fewest, isMet(by: statistics) { return nil }
    return min(max(estimate(count, statistics) ?? 2 * count, count + 1), 2 * count)
  }
}
