import Foundation

extension Law {
  /// A draw of how much is left, at any moment, of a span of this law, where spans follow one another without a gap.
  ///
  /// Long spans cover more moments than short ones, so the one that is met is longer than most: its density is that of the
  /// law times the length. What is left of it is uniform. Cox 1962, Renewal Theory, section 5.4.
  ///
  /// - Precondition: the mean is positive.
  public func residual(_ generator: inout KeyedGenerator) -> Double {
    let met: Double
    switch self {
    case .fixed(let value): met = value
    case .uniform(let from, let to):
      met = (from * from + (to * to - from * from) * generator.uniform()).squareRoot()
    // Without memory: what is left is as long as the whole.
    case .exponential(let mean): return generator.exponential(mean: mean)
    case .lognormal(let median, let sigma):
      // Weighing by length moves the logarithm's mean by its variance.
      met = Law.lognormal(median: median * exp(sigma * sigma), sigma: sigma).draw(&generator)
    }
    return met * generator.uniform()
  }
}
