import CGSL
import Quantities

/// The standard normal distribution.
public enum Normal {
  /// Returns the probability of a value of at most `z`.
  public static func cumulative(_ z: Double) -> Double { gsl_cdf_ugaussian_P(z) }

  /// Returns the density at `z`.
  public static func density(_ z: Double) -> Double { gsl_ran_ugaussian_pdf(z) }

  /// Returns the quantile of `probability`.
  ///
  /// - Precondition: `probability` lies strictly between 0 and 1.
  public static func quantile(_ probability: Double) -> Double {
    precondition(probability > 0 && probability < 1, "a probability strictly between 0 and 1")
    return gsl_cdf_ugaussian_Pinv(probability)
  }
}

/// Student's t distribution.
public enum StudentT {
  /// Returns the probability of a value above `t`, accurate even if it is small.
  ///
  /// - Precondition: `degreesOfFreedom` is positive.
  public static func upperTail(_ t: Double, degreesOfFreedom: Double) -> Double {
    precondition(degreesOfFreedom > 0, "degrees of freedom are positive")
    return gsl_cdf_tdist_Q(t, degreesOfFreedom)
  }

  /// Returns the quantile of `probability`.
  ///
  /// - Precondition: `probability` lies strictly between 0 and 1, and `degreesOfFreedom` is positive.
  public static func quantile(_ probability: Double, degreesOfFreedom: Double) -> Double {
    precondition(probability > 0 && probability < 1, "a probability strictly between 0 and 1")
    precondition(degreesOfFreedom > 0, "degrees of freedom are positive")
    return gsl_cdf_tdist_Pinv(probability, degreesOfFreedom)
  }
}

/// Fisher's F distribution.
public enum FisherF {
  /// Returns the probability of a value above `f`: the p-value of a test.
  ///
  /// - Precondition: both degrees of freedom are positive.
  public static func upperTail(_ f: Double, degreesOfFreedom first: Double, _ second: Double) -> Double {
    precondition(first > 0 && second > 0, "degrees of freedom are positive")
    return gsl_cdf_fdist_Q(f, first, second)
  }
}

/// The binomial distribution.
public enum Binomial {
  /// Returns the probability of at most `count` successes in `trials` trials with success probability
  /// `probability`.
  ///
  /// - Precondition: `probability` lies in 0 … 1; `trials` is in 0 ..< 2³².
  public static func cumulative(_ count: Int, trials: Int, probability: Double) -> Double {
    precondition((0...1).contains(probability) && trials >= 0, "a probability and a number of trials")
    if count < 0 { return 0 }
    return count >= trials ? 1 : gsl_cdf_binomial_P(UInt32(count), probability, UInt32(trials))
  }
}

/// A distribution-free confidence interval for a quantile, between two order statistics.
///
/// The interval from the l-th to the u-th smallest of n independent numbers contains the quantile of probability p
/// with the probability that a binomial (n, p) count lies in l … u − 1 (Conover 1999, "Practical Nonparametric
/// Statistics", section 3.2; Hahn and Meeker 1991, doi:10.1002/9780470316771). Each side misses with at most (1 −
/// confidence) ÷ 2.
public struct QuantileInterval: Hashable, Sendable {
  /// The lower and the upper bound.
  public let bounds: ClosedRange<Double>
  /// The ranks of the bounds, from 1.
  public let ranks: ClosedRange<Int>
  /// The confidence level achieved with these ranks; at least the requested one.
  public let confidence: Double

  /// Creates the interval for the quantile `probability` of the distribution of `values`, in ascending order; nil if
  /// there are too few values for that confidence.
  ///
  /// - Precondition: `probability` and `confidence` lie strictly between 0 and 1.
  public init?(ofSorted values: [Double], _ probability: Double, confidence: Double = 0.95) {
    precondition(probability > 0 && probability < 1, "a probability strictly between 0 and 1")
    precondition(confidence > 0 && confidence < 1, "a confidence strictly between 0 and 1")
    let tail = (1 - confidence) / 2
    func below(_ rank: Int) -> Double {
      Binomial.cumulative(rank - 1, trials: values.count, probability: probability)
    }
    // Both conditions are monotone in the rank.
    guard let lower = (1...max(1, values.count)).last(where: { below($0) <= tail }),
      let upper = (1...max(1, values.count)).first(where: { 1 - below($0) <= tail }), lower < upper
    else { return nil }
    ranks = lower...upper
    bounds = values[lower - 1]...values[upper - 1]
    self.confidence = below(upper) - below(lower)
  }

  /// Returns the smallest sample size for which the interval from the least to the greatest value contains the quantile
  /// `probability` with the given confidence.
  ///
  /// - Precondition: `probability` and `confidence` lie strictly between 0 and 1.
  public static func leastCount(_ probability: Double, confidence: Double = 0.95) -> Int {
    precondition(probability > 0 && probability < 1, "a probability strictly between 0 and 1")
    precondition(confidence > 0 && confidence < 1, "a confidence strictly between 0 and 1")
    return Int(
      (Rounded.log((1 - confidence) / 2) / Rounded.log(max(probability, 1 - probability))).rounded(.up))
  }
}
