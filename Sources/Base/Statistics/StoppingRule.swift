/// A rule that stops when a mean is known well enough: its 95 % interval reaches no farther than a share of it to
/// either side.
///
/// Stopping as soon as an interval is narrow stops too often at spreads that are small by chance: with two or
/// three observations to begin with such intervals cover 89 to 92 % (Chow and Robbins 1965,
/// doi:10.1214/aoms/1177700156). So nothing stops before `fewest` values, and the next look comes where the
/// spread so far says that it will do.
public struct StoppingRule: Hashable, Sendable {
  /// The fewest observations with which the rule stops.
  public static let fewest = 10

  /// The half-width of the interval ÷ the mean that is enough.
  public var halfWidth: Double

  /// Creates the rule.
  ///
  /// - Precondition: `halfWidth` is positive.
  public init(halfWidth: Double) {
    precondition(halfWidth > 0, "a half-width is positive")
    self.halfWidth = halfWidth
  }

  /// Tells whether the mean is known well enough.
  public func isMet(by statistics: RunningStatistics) -> Bool {
    guard let mean = statistics.mean, let interval = statistics.interval() else { return false }
    return (interval.upperBound - interval.lowerBound) / 2 <= halfWidth * mean.magnitude
  }

  /// The number of observations in all that the spread so far asks for, out of `count`, where `statistics` are of those
  /// of them that have a value; nil where it cannot say.
  public func estimate(_ count: Int, _ statistics: RunningStatistics) -> Int? {
    guard let mean = statistics.mean, let interval = statistics.interval(), mean != 0 else { return nil }
    let ratio = (interval.upperBound - interval.lowerBound) / 2 / (halfWidth * mean.magnitude)
    return Int(min((Double(count) * ratio * ratio).rounded(.up), 1e15))
  }

  /// The number of observations to have at the next look; nil where `count` are enough.
  ///
  /// It is what the spread so far asks for, but at most twice as many.
  public func next(after count: Int, _ statistics: RunningStatistics) -> Int? {
    if statistics.count >= Self.fewest, isMet(by: statistics) { return nil }
    return min(max(estimate(count, statistics) ?? 2 * count, count + 1), 2 * count)
  }
}
