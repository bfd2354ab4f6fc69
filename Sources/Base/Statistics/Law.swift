public import Quantities

/// The distribution of a positive quantity, as specified in scenarios, in the unit of its parameters.
public enum Law: Hashable, Sendable {
  /// Constant.
  case fixed(Double)
  /// Uniform between two values.
  case uniform(from: Double, to: Double)
  /// Exponential.
  case exponential(mean: Double)
  /// Lognormal: `sigma` is the standard deviation of the logarithm.
  case lognormal(median: Double, sigma: Double)

  /// Draws a value.
  ///
  /// - Precondition: no parameter is negative; the bounds of a range are in order.
  public func draw(_ generator: inout KeyedGenerator) -> Double {
    switch self {
    case .fixed(let value): return value
    case .uniform(let from, let to): return from + (to - from) * generator.uniform()
    case .exponential(let mean): return generator.exponential(mean: mean)
    case .lognormal(let median, let sigma):
      guard median > 0 else { return 0 }
      return generator.lognormal(logMean: Rounded.log(median), logDeviation: sigma)
    }
  }

  /// The mean of the distribution.
  public var mean: Double {
    switch self {
    case .fixed(let value): value
    case .uniform(let from, let to): (from + to) / 2
    case .exponential(let mean): mean
    case .lognormal(let median, let sigma): median * Rounded.exp(sigma * sigma / 2)
    }
  }
}

extension Law {
  /// Draws the residual life of a renewal process whose intervals follow this law, seen at a random moment.
  ///
  /// Long spans cover more moments than short ones, so the density of the current span is proportional to the law's
  /// density times the length; the residual is uniform over the span. Cox 1962, Renewal Theory, section 5.4.
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
      met = Law.lognormal(median: median * Rounded.exp(sigma * sigma), sigma: sigma).draw(&generator)
    }
    return met * generator.uniform()
  }
}

extension Law {
  /// Draws a time span from a law in seconds, rounded to milliseconds and capped at about thirty years.
  public func span(_ generator: inout KeyedGenerator) -> Milliseconds {
    Milliseconds(seconds: min(draw(&generator), 1e9))
  }
}
