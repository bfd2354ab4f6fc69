public import Statistics

extension RunningStatistics {
  /// Returns the signed distance of the mean from `expected` in standard errors; nil for fewer than two values or no spread.
  public func zScore(expected: Double) -> Double? {
    guard let mean, let standardError, standardError > 0 else { return nil }
    return (mean - expected) / standardError
  }
}
