import Foundation

extension Law {
  /// Draws the residual life of a renewal process whose intervals follow this law, seen at a random moment.
  ///
  /// Long spans cover more moments than short ones, so the density of the current span is the law's density times
  /// the length; the residual is uniform over it. Cox 1962, Renewal Theory, section 5.4.
  ///
  /// - Precondition: the mean is positive.
  public func residual(_ generator: inout KeyedGenerator) -> Double {
    let met: Double
    switch self {
    case .fixed(let value): met = value
    case .uniform(let from, let to):
      met = (from * from + (to * to - from * from) * generator.uniform()).squareRoot()
    // Memoryless: the residual has the law of the whole span.
    case .exponential(let mean): return generator.exponential(mean: mean)
    case .lognormal(let median, let sigma):
      // Weighting by length shifts the logarithm's mean by its variance.
      met = Law.lognormal(median: median * exp(sigma * sigma), sigma: sigma).draw(&generator)
    }
    return met * generator.uniform()
  }
}
