import CGSL

/// Random numbers as a pure function of master seed, replication, purpose, entities and number of earlier draws:
/// streams share no state, and a longer stream does not shift the others.
///
///     var draws = KeyedGenerator(seed: 7, replication: 0, purpose: .response, driver, request, cycle)
///     let accepts = draws.uniform() < 0.8
///
/// The words enter `Philox` unmixed, so that different tuples never share a number:
///
/// | word | holds |
/// |---|---|
/// | key 0 | master seed |
/// | key 1 | replication in the high half, purpose in the low half |
/// | counter 0 | number of the block within the stream |
/// | counter 1, 2, 3 | up to three entities, such as driver, request and cycle |
///
/// Each block provides four draws.
@frozen
public struct KeyedGenerator: RandomNumberGenerator, Sendable {
  @usableFromInline let key: Philox.Key
  /// The counter of the next block.
  @usableFromInline var counter: Philox.Block
  @usableFromInline var block = Philox.Block(0, 0, 0, 0)
  /// The number of used words in `block`.
  @usableFromInline var used = 4

  /// Creates a stream, positioned at its first draw.
  @inlinable
  public init(
    seed: UInt64, replication: UInt32, purpose: Purpose, _ entity: UInt64 = 0, _ second: UInt64 = 0,
    _ third: UInt64 = 0
  ) {
    key = Philox.Key(seed, UInt64(replication) << 32 | UInt64(purpose.rawValue))
    counter = Philox.Block(0, entity, second, third)
  }

  /// Returns the next 64 random bits.
  @inlinable
  public mutating func next() -> UInt64 {
    switch used {
    case 1:
      used = 2
      return block.w1
    case 2:
      used = 3
      return block.w2
    case 3:
      used = 4
      return block.w3
    default:
      block = Philox.block(counter, key: key)
      counter.w0 &+= 1
      used = 1
      return block.w0
    }
  }

  /// Restarts the stream at its first draw.
  @inlinable
  public mutating func restart() {
    counter.w0 = 0
    used = 4
  }
}

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

extension KeyedGenerator {
  /// Returns a uniform draw in 0 ..< 1: a multiple of 2⁻⁵³.
  @inlinable
  public mutating func uniform() -> Double {
    Double(next() &>> 11) * 0x1p-53
  }

  /// Returns a uniform draw strictly between 0 and 1: an odd multiple of 2⁻⁵³, so that its logarithm is
  /// finite.
  @inlinable
  public mutating func uniformOpen() -> Double {
    Double((next() &>> 12) &<< 1 | 1) * 0x1p-53
  }

  /// Returns a uniform draw from `range`; its upper bound is only reached by rounding.
  ///
  /// - Precondition: the bounds are finite.
  @inlinable
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    precondition(range.lowerBound.isFinite && range.upperBound.isFinite, "a finite range")
    return range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// Returns an unbiased uniform integer in 0 ..< `count`: one multiplication, with rejection of biased
  /// draws. Lemire 2019, doi:10.1145/3230636.
  ///
  /// - Precondition: `count` is positive.
  @inlinable
  public mutating func integer(below count: UInt64) -> UInt64 {
    precondition(count > 0, "at least one value to draw from")
    var product = next().multipliedFullWidth(by: count)
    if product.low < count {
      let unfair = (0 &- count) % count
      while product.low < unfair { product = next().multipliedFullWidth(by: count) }
    }
    return product.high
  }

  /// Returns an unbiased uniform integer in `range`.
  ///
  /// - Precondition: `range` is not empty.
  @inlinable
  public mutating func integer(in range: Range<Int>) -> Int {
    precondition(!range.isEmpty, "at least one value to draw from")
    let count = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    return range.lowerBound &+ Int(truncatingIfNeeded: integer(below: count))
  }

  /// Returns true with the given probability: always for 1 or more, never for 0 or less.
  @inlinable
  public mutating func happens(withProbability probability: Double) -> Bool {
    uniform() < probability
  }

  /// Shuffles `items`, every order equally likely (Fisher and Yates); unlike the standard library's shuffle,
  /// the order is the same in every version of Swift.
  @inlinable
  public mutating func shuffle<Item>(_ items: inout [Item]) {
    for last in stride(from: items.count - 1, to: 0, by: -1) {
      items.swapAt(last, integer(in: 0..<last + 1))
    }
  }
}
