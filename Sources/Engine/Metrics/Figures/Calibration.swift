import Quantities
public import Statistics

/// A figure observed on recorded days, as the target of a calibration.
public struct ObservedFigure: Hashable, Sendable {
  public let figure: FigureColumn
  /// The observation, in the unit of the figure.
  public let observation: HistoryMatch.Observation

  /// Creates an observed figure.
  public init(_ figure: FigureColumn, _ observation: HistoryMatch.Observation) {
    self.figure = figure
    self.observation = observation
  }
}

/// The result of a calibration: the settings of a scenario that reproduce observed figures, as a posterior distribution
/// over the ranges of the calibrated fields.
public struct Calibration: Sendable {
  /// A calibrated field with its range.
  public struct Field: Hashable, Sendable {
    public let path: String
    public let range: ClosedRange<Double>
    /// Whether the prior is uniform in the logarithm of the field.
    public let isLogarithmic: Bool

    /// Creates a field with its range.
    public init(_ path: String, _ range: ClosedRange<Double>, isLogarithmic: Bool) {
      self.path = path
      self.range = range
      self.isLogarithmic = isLogarithmic
    }
  }

  /// A wave of simulated points, and the parameter space that remains after it.
  public struct Wave: Hashable, Sendable {
    /// The number of points, including those of earlier waves.
    public let points: Int
    /// The fraction of the parameter space that is not implausible.
    public let share: Double

    /// Creates a wave.
    public init(points: Int, share: Double) {
      self.points = points
      self.share = share
    }
  }

  /// A setting drawn from the posterior.
  public struct Sample: Hashable, Sendable {
    /// The value of each field.
    public let values: [Double]
    /// The log density, up to a constant.
    public let logDensity: Double
    /// The expected value of each observed figure.
    public let expected: [Double]

    /// Creates a sample.
    public init(_ values: [Double], logDensity: Double, expected: [Double]) {
      self.values = values
      self.logDensity = logDensity
      self.expected = expected
    }
  }

  public let fields: [Field]
  public let observed: [ObservedFigure]
  public let waves: [Wave]
  /// The implausibility limit, in standard deviations.
  public let limit: Double
  /// The samples; empty if no setting remains.
  public let samples: [Sample]
  /// The index of the most likely point of the study, or, if no setting remains, of the least implausible
  /// one.
  public let best: Int
  /// The deviations of the observations from their expectations at the point `best`, in standard deviations.
  public let deviations: [Double]
  /// The standard deviation of each observation around its long-run mean at the point `best`.
  public let spreads: [Double]

  /// Creates the result.
  public init(
    fields: [Field], observed: [ObservedFigure], waves: [Wave], limit: Double, samples: [Sample],
    best: Int,
    deviations: [Double], spreads: [Double]
  ) {
    self.fields = fields
    self.observed = observed
    self.waves = waves
    self.limit = limit
    self.samples = samples
    self.best = best
    self.deviations = deviations
    self.spreads = spreads
  }

  /// Returns the quantile of a field at `probability`, over the samples; nil if there are none.
  public func quantile(_ probability: Double, of field: Int) -> Double? {
    Summary.quantile(ofSorted: samples.map { $0.values[field] }.sorted(), probability)
  }

  /// Returns the central 95 % region of a field over the samples; nil if there are none.
  public func region(of field: Int) -> ClosedRange<Double>? {
    guard let low = quantile(0.025, of: field), let high = quantile(0.975, of: field) else { return nil }
    return low...high
  }

  /// Returns the standard deviation of a field over the samples ÷ its standard deviation over the whole range, both on
  /// the field's scale.
  public func spread(of field: Int) -> Double {
    let place = fields[field].isLogarithmic ? { (value: Double) in Rounded.log(value) } : { $0 }
    let range = fields[field].range
    let before = (place(range.upperBound) - place(range.lowerBound)) / 12.0.squareRoot()
    return (Summary(samples.map { place($0.values[field]) }).standardDeviation ?? 0) / before
  }

  /// A combination of fields determined by the observations although the individual fields are not.
  public struct Combination: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// A product of powers of fields.
      case product
      /// A weighted sum of fields.
      case sum
    }

    public let kind: Kind
    /// The indices of the fields.
    public let fields: [Int]
    /// The exponent or the weight of each field.
    public let weights: [Double]
    /// The 95 % region of the combination.
    public let region: ClosedRange<Double>
  }

  /// The combinations of fields that cannot be identified separately: products of powers if all ranges are
  /// positive.
  public var combinations: [Combination] {
    guard samples.count > 1 else { return [] }
    let isProduct = fields.allSatisfy { $0.range.lowerBound > 0 }
    func place(_ value: Double) -> Double { isProduct ? Rounded.log(value) : value }
    let ridges = Ridge.ridges(
      of: samples.map { $0.values.map(place) },
      within: fields.map { place($0.range.lowerBound)...place($0.range.upperBound) })
    return ridges.map { ridge in
      let weights = isProduct ? Self.evened(ridge.weights) : ridge.weights
      let sums = samples.map { sample in
        zip(ridge.coordinates, weights).reduce(0) { $0 + $1.1 * place(sample.values[$1.0]) }
      }.sorted()
      let ends = [0.025, 0.975].compactMap { Summary.quantile(ofSorted: sums, $0) }.map {
        isProduct ? Rounded.exp($0) : $0
      }
      return Combination(
        kind: isProduct ? .product : .sum, fields: ridge.coordinates, weights: weights,
        region: ends[0]...ends[1])
    }
  }

  /// Returns the exponents, those with a magnitude within 0.25 of 1 rounded to 1 or -1.
  private static func evened(_ powers: [Double]) -> [Double] {
    powers.map { abs(abs($0) - 1) <= 0.25 ? ($0 < 0 ? -1 : 1) : $0 }
  }
}
