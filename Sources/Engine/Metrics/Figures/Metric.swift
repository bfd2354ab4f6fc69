public import Statistics
public import Tables

/// A figure of a run as in summary.csv: its definition, population and better direction.
///
/// The market defines its computation.
public struct Metric: Sendable {
  /// The name in files.
  public let name: String
  /// The name in words, without the unit: `Match rate`, `Wait`, `VKT saved`.
  public let title: String
  public let unit: Unit
  /// The definition, in a sentence or two, stating which requests or providers are included.
  public let meaning: String
  /// The better direction for the market's customers; nil if there is none, or if it depends on the number served,
  /// as for the kilometres driven.
  public let direction: Direction?
  /// The difference from similarly named figures of other simulators in the field; nil if there is none.
  public let elsewhere: String?
  /// The population of the figure.
  public let population: Population
  /// Whether the metric is a distribution over many observations; otherwise it is one number.
  public let isDistribution: Bool
  /// Whether the metric is shown in per cent: a share, or a relative saving or excess.
  public let isShare: Bool

  /// Creates a metric. Pass `isShare: false` for ratios that are not shares, such as persons per car, and a `title` if
  /// the words of the name are not clear enough.
  public init(
    _ name: String, _ unit: Unit, over population: Population, better direction: Direction? = nil,
    isDistribution: Bool = false, isShare: Bool = true, title: String? = nil, _ meaning: String,
    elsewhere: String? = nil
  ) {
    self.name = name
    self.title = title ?? Self.title(of: name, in: unit.rawValue)
    self.unit = unit
    self.population = population
    self.direction = direction
    self.isDistribution = isDistribution
    self.isShare = isShare && unit == .ratio
    self.meaning = meaning
    self.elsewhere = elsewhere
  }

  /// The statistics of the metric, in the order of summary.csv.
  public var statistics: [Statistic] {
    isDistribution ? Statistic.allCases.filter { $0 != .value } : [.value]
  }

  /// The population of a figure.
  public struct Population: Hashable, Sendable {
    /// The name in documents.
    public let name: String
    /// The meaning of the population, in one sentence.
    public let meaning: String

    /// Creates a population.
    public init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }
}

extension Metric: Hashable {
  public static func == (a: Metric, b: Metric) -> Bool { a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Metric: CustomStringConvertible {
  public var description: String { name }
}

/// The statistic of a metric in a row of summary.csv; the raw value is the name in the file.
public enum Statistic: String, CaseIterable, Sendable {
  case value
  case mean
  case sd
  case min
  case p05
  case p25
  case median
  case p75
  case p90
  case p95
  case p99
  case max
  case count

  /// Returns the statistic from `summary`; nil for too few observations.
  func value(in summary: Summary) -> Double? {
    switch self {
    case .value: nil
    case .mean: summary.mean
    case .sd: summary.standardDeviation
    case .min: summary.min
    case .p05: summary.p05
    case .p25: summary.p25
    case .median: summary.median
    case .p75: summary.p75
    case .p90: summary.p90
    case .p95: summary.p95
    case .p99: summary.p99
    case .max: summary.max
    case .count: Double(summary.count)
    }
  }

  /// Whether the statistic may lie between observed values, so that it need not be an integer for counts.
  var liesBetween: Bool {
    switch self {
    case .value, .min, .max, .count: false
    case .mean, .sd, .p05, .p25, .median, .p75, .p90, .p95, .p99: true
    }
  }

  /// The meaning of the statistic, in one sentence.
  public var meaning: String {
    switch self {
    case .value: "The figure itself, if it is a single number."
    case .mean: "The arithmetic mean."
    case .sd: "The sample standard deviation (denominator n − 1); no row for a single observation."
    case .min: "The smallest observation."
    case .p05, .p25, .p75, .p90, .p95, .p99:
      "The \(rawValue.drop { $0 == "p" || $0 == "0" }) % quantile, interpolated (Hyndman and Fan's type 7)."
    case .median: "The 50 % quantile, interpolated (Hyndman and Fan's type 7)."
    case .max: "The largest observation."
    case .count: "The number of observations; the only row if there are none."
    }
  }
}
