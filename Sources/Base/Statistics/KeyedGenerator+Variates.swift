import CGSL

/// Draws from distributions, by GSL's algorithms. Values have the unit of the arguments.
extension KeyedGenerator {
  /// Returns an exponential draw with mean `mean`.
  ///
  /// - Precondition: `mean` is finite and not negative.
  public mutating func exponential(mean: Double) -> Double {
    precondition(mean >= 0 && mean.isFinite, "an exponential mean is finite and not negative")
    return GSL.with(&self) { gsl_ran_exponential($0, mean) }
  }

  /// Returns a normal draw (Marsaglia and Tsang's ziggurat).
  ///
  /// - Precondition: `standardDeviation` is not negative; both are finite.
  public mutating func normal(mean: Double = 0, standardDeviation: Double = 1) -> Double {
    precondition(standardDeviation >= 0 && standardDeviation.isFinite, "a deviation is not negative")
    precondition(mean.isFinite, "a mean is finite")
    return mean + GSL.with(&self) { gsl_ran_gaussian_ziggurat($0, standardDeviation) }
  }

  /// Returns a normal draw truncated to `range`, by rejection.
  ///
  /// - Precondition: the range covers at least a thousandth of the distribution.
  public mutating func normal(
    mean: Double, standardDeviation: Double, within range: ClosedRange<Double>
  ) -> Double {
    let share =
      Normal.cumulative((range.upperBound - mean) / standardDeviation)
      - Normal.cumulative((range.lowerBound - mean) / standardDeviation)
    precondition(share >= 0.001, "the range holds too little of the distribution to draw from it")
    while true {
      let draw = normal(mean: mean, standardDeviation: standardDeviation)
      if range.contains(draw) { return draw }
    }
  }

  /// Returns a lognormal draw: the exponential of a normal one with mean `logMean` and standard deviation
  /// `logDeviation`.
  ///
  /// - Precondition: `logDeviation` is not negative; both are finite.
  public mutating func lognormal(logMean: Double, logDeviation: Double) -> Double {
    precondition(logDeviation >= 0 && logDeviation.isFinite, "a deviation is not negative")
    precondition(logMean.isFinite, "a mean is finite")
    return GSL.with(&self) { gsl_ran_lognormal($0, logMean, logDeviation) }
  }

  /// Returns a gamma draw with mean shape · scale (Marsaglia and Tsang).
  ///
  /// - Precondition: both are positive and finite.
  public mutating func gamma(shape: Double, scale: Double) -> Double {
    precondition(shape > 0 && shape.isFinite && scale > 0 && scale.isFinite, "gamma asks for positives")
    return GSL.with(&self) { gsl_ran_gamma($0, shape, scale) }
  }

  /// Returns a Poisson draw with mean `mean`.
  ///
  /// - Precondition: `mean` is in 0 ... 10⁹.
  public mutating func poisson(mean: Double) -> Int {
    precondition(mean >= 0 && mean <= 1e9, "a Poisson mean lies in 0 ... 1e9")
    return mean == 0 ? 0 : Int(GSL.with(&self) { gsl_ran_poisson($0, mean) })
  }

  /// Returns a point on the unit circle, every direction equally likely.
  public mutating func direction() -> (x: Double, y: Double) {
    var x = 0.0
    var y = 0.0
    GSL.with(&self) { gsl_ran_dir_2d($0, &x, &y) }
    return (x, y)
  }
}
