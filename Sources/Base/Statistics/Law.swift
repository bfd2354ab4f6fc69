import Foundation

/// A distribution of a positive quantity, as scenarios name it. Values have the unit of the parameters.
public enum Law: Hashable, Sendable {
  /// Always the same.
  case fixed(Double)
  /// Uniform between two values.
  case uniform(from: Double, to: Double)
  /// Without memory.
  case exponential(mean: Double)
  /// The exponential of a normal distribution: half of all lie below the median; `sigma` is the deviation of the
  /// logarithm.
  case lognormal(median: Double, sigma: Double)

  /// A draw.
  ///
  /// - Precondition: no parameter is negative; a range does not end before it begins.
  public func draw(_ generator: inout KeyedGenerator) -> Double {
    switch self {
    case .fixed(let value): return value
    case .uniform(let from, let to): return from + (to - from) * generator.uniform()
    case .exponential(let mean): return generator.exponential(mean: mean)
    case .lognormal(let median, let sigma):
      guard median > 0 else { return 0 }
      return generator.lognormal(logMean: log(median), logDeviation: sigma)
    }
  }

  /// The mean of the law.
  public var mean: Double {
    switch self {
    case .fixed(let value): value
    case .uniform(let from, let to): (from + to) / 2
    case .exponential(let mean): mean
    case .lognormal(let median, let sigma): median * exp(sigma * sigma / 2)
    }
  }
}
