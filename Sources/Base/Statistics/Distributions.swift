import CGSL

/// The standard normal distribution.
public enum Normal {
  /// Returns the probability of a value up to `z`.
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
  /// Returns the probability of a value above `t`, accurate also if it is small.
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
