public import Statistics
public import Tables

/// A figure of a run as in summary.csv: its definition, population and better direction.
///
/// The market defines its computation.
public struct Metric: Sendable {
  /// The name in files.
  public let name: String
  public let unit: Unit
  /// The definition, in a sentence or two, with the requests or providers included and left out.
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

  /// Creates a metric. Pass `isShare: false` for ratios that are not shares, such as persons per car.
  public init(
    _ name: String, _ unit: Unit, over population: Population, better direction: Direction? = nil,
    isDistribution: Bool = false, isShare: Bool = true, _ meaning: String, elsewhere: String? = nil
  ) {
    self.name = name
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
    /// Its meaning, in one sentence.
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
