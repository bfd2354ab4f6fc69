public import Statistics
public import Tables

/// A figure of merit of a run, as summary.csv names it: what it is, its population, and its better direction.
///
/// Its computation stands with its market.
public struct Metric: Sendable {
  /// The name in the files.
  public let name: String
  public let unit: Unit
  /// The definition of the metric, in a sentence or two: over which requests or providers, and what it leaves out.
  public let meaning: String
  /// The better direction of the metric for those whom the market serves; nil where neither way is, or where it depends on
  /// how many are served, as the kilometres driven do.
  public let direction: Direction?
  /// The difference between the figure and what other simulators of the field call by a similar name; nil where there
  /// is none.
  public let elsewhere: String?
  /// The population of the figure.
  public let population: Population
  /// True if the metric is a distribution over many observations; otherwise it is one number.
  public let isDistribution: Bool
  /// True if people read it in per cent: a part ÷ its whole, or a saving or an excess ÷ what it is of.
  public let isShare: Bool

  /// Describes a metric; a ratio that is no share, as persons per car, says so.
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

  /// The statistics that the metric has, in the order of summary.csv.
  public var statistics: [Statistic] {
    isDistribution ? Statistic.allCases.filter { $0 != .value } : [.value]
  }

  /// The population of a figure.
  public struct Population: Hashable, Sendable {
    /// The name in documents.
    public let name: String
    /// Its meaning, in one sentence.
    public let meaning: String

    /// Names a population.
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
