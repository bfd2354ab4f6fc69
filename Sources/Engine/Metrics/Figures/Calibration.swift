import Foundation
public import Statistics

/// A figure of recorded days, as a calibration is to reproduce it.
public struct ObservedFigure: Hashable, Sendable {
  public let figure: FigureColumn
  /// In the unit of the figure.
  public let observation: HistoryMatch.Observation

  /// Gathers a figure and what was observed of it.
  public init(_ figure: FigureColumn, _ observation: HistoryMatch.Observation) {
    self.figure = figure
    self.observation = observation
  }
}

/// The settings of a scenario that reproduce observed figures: a posterior over the ranges of some fields.
public struct Calibration: Sendable {
  /// A field with the range that it was looked for in.
  public struct Field: Hashable, Sendable {
    public let path: String
    public let range: ClosedRange<Double>
    /// True if all values were equally likely beforehand in logarithms.
    public let isLogarithmic: Bool

    /// Gathers a field and its range.
    public init(_ path: String, _ range: ClosedRange<Double>, isLogarithmic: Bool) {
      self.path = path
      self.range = range
      self.isLogarithmic = isLogarithmic
    }
  }

  /// The points that were simulated, and what they leave.
  public struct Wave: Hashable, Sendable {
    /// Those of earlier waves included.
    public let points: Int
    /// The share of the ranges that is not implausible.
    public let share: Double

    /// Gathers a wave.
    public init(points: Int, share: Double) {
      self.points = points
      self.share = share
    }
  }

  /// A setting drawn from the posterior.
  public struct Sample: Hashable, Sendable {
    /// A value for each field.
    public let values: [Double]
    /// The logarithm of its density, but for a constant.
    public let logDensity: Double
    /// What the surfaces expect of each observed figure.
    public let expected: [Double]

    /// Gathers a sample.
    public init(_ values: [Double], logDensity: Double, expected: [Double]) {
      self.values = values
      self.logDensity = logDensity
      self.expected = expected
    }
  }

  public let fields: [Field]
  public let observed: [ObservedFigure]
  public let waves: [Wave]
  /// The standard deviations beyond which a figure makes a setting implausible.
  public let limit: Double
  /// None where no setting is left.
  public let samples: [Sample]
  /// The point of the study that is the likeliest; where no setting is left, the least implausible one.
  public let best: Int
  /// The deviations of the observations from what the surfaces expect at that point, in standard deviations.
  public let deviations: [Double]
  /// The standard deviation of each observation around the mean of all days there.
  public let spreads: [Double]

  /// Gathers what was found.
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

  /// The quantile of a field over the samples; nil without any.
  public func quantile(_ probability: Double, of field: Int) -> Double? {
    Summary.quantile(ofSorted: samples.map { $0.values[field] }.sorted(), probability)
  }

  /// The 95 % region of a field: as many samples lie below it as above; nil without any.
  public func region(of field: Int) -> ClosedRange<Double>? {
    guard let low = quantile(0.025, of: field), let high = quantile(0.975, of: field) else { return nil }
    return low...high
  }

  /// The standard deviation of a field over the samples as a share of that over its range, on its scale.
  public func spread(of field: Int) -> Double {
    let place = fields[field].isLogarithmic ? { (value: Double) in log(value) } : { $0 }
    let range = fields[field].range
    let before = (place(range.upperBound) - place(range.lowerBound)) / 12.0.squareRoot()
    return (Summary(samples.map { place($0.values[field]) }).standardDeviation ?? 0) / before
  }

  /// A combination of fields that the observations tell, while they do not tell the fields in it apart.
  public struct Combination: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// A product of powers of fields.
      case product
      /// A sum of multiples of fields.
      case sum
    }

    public let kind: Kind
    /// The places of the fields.
    public let fields: [Int]
    /// The power or the factor of each.
    public let weights: [Double]
    /// Its 95 % region.
    public let region: ClosedRange<Double>
  }

  /// The combinations that stand for fields which cannot be told apart: of powers where all ranges begin above 0.
  public var combinations: [Combination] {
    guard samples.count > 1 else { return [] }
    let isProduct = fields.allSatisfy { $0.range.lowerBound > 0 }
    func place(_ value: Double) -> Double { isProduct ? log(value) : value }
    let ridges = Ridge.ridges(
      of: samples.map { $0.values.map(place) },
      within: fields.map { place($0.range.lowerBound)...place($0.range.upperBound) })
    return ridges.map { ridge in
      let weights = isProduct ? Self.evened(ridge.weights) : ridge.weights
      let sums = samples.map { sample in
        zip(ridge.coordinates, weights).reduce(0) { $0 + $1.1 * place(sample.values[$1.0]) }
      }.sorted()
      let ends = [0.025, 0.975].compactMap { Summary.quantile(ofSorted: sums, $0) }.map {
        isProduct ? exp($0) : $0
      }
      return Combination(
        kind: isProduct ? .product : .sum, fields: ridge.coordinates, weights: weights,
        region: ends[0]...ends[1])
    }
  }

  /// Powers, of which those within a quarter of 1 are taken for 1.
  private static func evened(_ powers: [Double]) -> [Double] {
    powers.map { abs(abs($0) - 1) <= 0.25 ? ($0 < 0 ? -1 : 1) : $0 }
  }
}
