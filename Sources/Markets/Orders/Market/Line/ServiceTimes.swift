import Glibc
import Quantities
package import Statistics

/// A service law with precomputed parameters for drawing.
package struct ServiceTimes {
  private let family: ServiceLaw.Family
  /// The mean in milliseconds; for the lognormal law, the mean of the logarithm; for the gamma law, the
  /// shape.
  private let first: Double
  /// The standard deviation of the logarithm for the lognormal law; the scale, in milliseconds, for the gamma
  /// law.
  private let second: Double

  package init(_ law: ServiceLaw) {
    let mean = Double(law.mean.rawValue)
    let squares = law.cv * law.cv
    switch law.family {
    // Without spread, both always give their mean.
    case .lognormal where law.cv == 0 || mean == 0, .gamma where law.cv == 0 || mean == 0, .fixed,
      .exponential where mean == 0:
      (family, first, second) = (.fixed, mean, 0)
    case .exponential: (family, first, second) = (.exponential, mean, 0)
    case .lognormal:
      (family, first, second) = (.lognormal, log(mean) - log1p(squares) / 2, log1p(squares).squareRoot())
    case .gamma: (family, first, second) = (.gamma, 1 / squares, mean * squares)
    }
  }

  /// Returns the service time of card `card` (0 if the order is processed as a whole) of the order with the id
  /// `order` at `station`, in whole milliseconds, at most some thirty years.
  @inline(__always)
  package func draw(_ random: RandomSource, order: UInt64, station: Int, card: Int32) -> Int64 {
    if family == .fixed { return Int64(first) }
    var stream = random.stream(.service, order, UInt64(truncatingIfNeeded: station), UInt64(UInt32(card)))
    let span: Double
    switch family {
    case .fixed: span = first
    case .exponential: span = -first * log(stream.uniformOpen())
    case .lognormal: span = exp(first + second * stream.normal())
    case .gamma: span = stream.gamma(shape: first, scale: second)
    }
    return Int64(min(span, 1e12).rounded())
  }
}
