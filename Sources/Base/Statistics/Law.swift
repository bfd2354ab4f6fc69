import Foundation

/// The distribution of a positive quantity, as scenarios specify it, in the unit of its parameters.
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
      return generator.lognormal(logMean: log(median), logDeviation: sigma)
    }
  }

  /// The mean of the distribution.
  public var mean: Double {
    switch self {
    case .fixed(let value): value
    case .uniform(let from, let to): (from + to) / 2
    case .exponential(let mean): mean
    case .lognormal(let median, let sigma): median * exp(sigma * sigma / 2)
    }
  }
}
