import Simulation
public import Statistics
public import Tables

/// A figure of merit of a run, as summary.csv names it: what it is, over whom, and how it is computed.
///
/// All of them stand in `Metric.all`; whatever lists figures follows from it.
public struct Metric: Sendable {
  /// The name in the files.
  public let name: String
  public let unit: Unit
  /// What the metric is, in a sentence or two: over which requests or drivers, and what it leaves out.
  public let meaning: String
  /// Which way the metric is better for those who travel and for the road; nil where neither way is, or where it
  /// depends on how many are served, as the kilometres driven do.
  public let direction: Direction?
  /// How the figure differs from what other simulators of the field call by a similar name; nil where there is none.
  public let elsewhere: String?
  /// Whom the figure is over.
  public let population: Population
  let computation: Computation

  /// How a figure is computed.
  enum Computation: Sendable {
    /// A number, from the totals of the run.
    case number(@Sendable (RunTotals) -> Double?)
    /// The share of the settled requests of which something is true.
    case share(@Sendable (RequestView) -> Bool)
    /// A distribution over the settled requests; those without a value are left out.
    case ofRequests(@Sendable (RequestView) -> Double?)
    /// A distribution over the accepted attempts of the settled requests.
    case ofMatches(@Sendable (AttemptRecord) -> Double?)
    /// A distribution over the drivers that shared.
    case ofDrivers(@Sendable (DriverView) -> Double?)
  }

  init(
    _ name: String, _ unit: Unit, over population: Population, better direction: Direction? = nil,
    _ meaning: String, elsewhere: String? = nil, _ computation: Computation
  ) {
    self.name = name
    self.unit = unit
    self.population = population
    self.direction = direction
    self.meaning = meaning
    self.elsewhere = elsewhere
    self.computation = computation
  }

  /// Whether the metric is a distribution over many observations; otherwise it is one number.
  public var isDistribution: Bool {
    switch computation {
    case .number, .share: false
    case .ofRequests, .ofMatches, .ofDrivers: true
    }
  }

  /// The statistics that the metric has, in the order of summary.csv.
  public var statistics: [Statistic] {
    isDistribution ? Statistic.allCases.filter { $0 != .value } : [.value]
  }

  /// Whom figures are over; the raw value is the name in documents.
  public enum Population: String, CaseIterable, Sendable {
    case counted
    case settled
    case probes
    case rows
    case drivers
    case arrived
    case sharing
    case vehicles

    /// Who they are, in one sentence.
    public var meaning: String {
      switch self {
      case .counted:
        "Requests submitted from the warm-up's end to the run's end, in progress or not; no probes, no refused rows."
      case .settled:
        "Requests submitted from the warm-up's end on, neither probes nor refused nor in progress at the end."
      case .probes: "Probes submitted from the warm-up's end on."
      case .rows: "All rows of the demand, probes included, whatever the warm-up."
      case .drivers: "Drivers that were not refused, whatever the warm-up."
      case .arrived: "Drivers that arrived, over the whole run."
      case .sharing: "Drivers that arrived and dropped off at least one request."
      case .vehicles:
        "The cars that arrived, and one car each for the requests that they did not serve, over the whole run."
      }
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
