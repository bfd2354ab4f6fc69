public import Quantities

/// The description of a run, with all defaults: the market and its fields, the space, the times and the seed.
///
/// A scenario is read from a JSON5 file by `load(text:file:overrides:varied:markets:)`, which checks it as a whole. The
/// defaults are defined here; the names, units, ranges and descriptions of the fields are defined in `Fields`, or for
/// the fields of a market in its own folder; decoder, schema and documentation are derived from both. Comments here
/// only supplement these descriptions.
public struct Scenario: Equatable, Sendable {
  public var name = ""
  public var description = ""
  public var seed: UInt64 = 1
  /// The replication number; replications are independent.
  public var replication: UInt64 = 0
  public var time = Time()
  /// The space; unused in a market without one.
  public var space = Space.plane(Plane())
  public var results = Results()
  /// The fields given in the text that cannot change results; ignored when comparing scenarios.
  public internal(set) var idleFields: [IdleField] = []
  /// The default behaviours that take effect although the text does not set them, such as
  /// `behaviour.decline_probability: 0.1`; ignored when comparing scenarios.
  public internal(set) var actingDefaults: [String] = []
  /// The fields of the scenario's market.
  var own: any MarketFields

  /// Creates a scenario of the market with the fields `own`, with defaults for everything else.
  package init(of own: some MarketFields) { self.own = own }
}

extension Scenario {
  /// The times of the scenario.
  public struct Time: Equatable, Sendable {
    /// The local date and time of simulated time 0; nil if irrelevant.
    public var start: LocalDateTime?
    /// The IANA name of the time zone of the local clock; nil if no time depends on it.
    public var zone: String?
    /// The period of arrivals; recorded rows after its end are left out. Nil: all rows are used.
    public var duration: Milliseconds? = Milliseconds(14_400_000)
    public var warmUp = Milliseconds.zero
    /// The hard end of the run; nil: the run continues until every request has ended.
    public var horizon: Milliseconds?

    public init() {}
  }

  /// The results to be written.
  public struct Results: Equatable, Sendable {
    public var interval = Milliseconds(300_000)
    /// The maximum number of rows in a time series.
    public static let mostIntervals = 1_000_000
    /// The optional tables to be written; left out of the run's identity.
    public var record: [String] = []

    public init() {}
  }
}

extension Scenario {
  /// The behaviour after a failed cycle, once the requester has been notified.
  public struct Relaunch: Equatable, Sendable {
    public var probability = 0.5
    public var delay = Milliseconds(180_000)

    public init() {}
  }
}

extension Scenario {
  /// The space in which cars drive.
  public enum Space: Equatable, Sendable {
    /// A rectangle without roads.
    case plane(Plane)
    /// A square without roads and without edges.
    case torus(Torus)
    /// A part of the globe without roads.
    case geographic(Geographic)
    /// A generated street network.
    case city(City)
    /// A network read from files.
    case network(Network)
  }

  /// A rectangle with its south-west corner at (0, 0).
  public struct Plane: Equatable, Sendable {
    public var width: Metres = 30_000
    public var height: Metres = 30_000
    public var speedKmh = 50.0
    public var circuity = 1.0

    public init() {}
  }

  /// A square with opposite sides identified.
  public struct Torus: Equatable, Sendable {
    public var side: Metres = 30_000
    public var speedKmh = 50.0
    public var circuity = 1.0

    public init() {}
  }

  /// A part of the globe; all bounds in degrees (WGS84).
  public struct Geographic: Equatable, Sendable {
    public var west = 0.0
    public var south = 0.0
    public var east = 0.0
    public var north = 0.0
    public var speedKmh = 50.0
    public var circuity = 1.3

    /// Creates the defaults; the bounds have no defaults and are empty.
    public init() {}
  }

  /// A generated street network.
  public struct City: Equatable, Sendable {
    public var columns = 60
    public var rows = 60
    public var block: Metres = 150
    /// The maximum displacement of a junction, as a share of the block.
    public var perturbation = 0.2
    /// The interval between arterials, in streets; 0 for none.
    public var arterialEvery = 5
    public var oneWayShare = 0.3
    public var streetKmh = 30.0
    public var arterialKmh = 60.0
    /// The seed of the city, separate from the run's: all replications have the same city.
    public var seed: UInt64 = 1
    /// The routing of trips on the network.
    public var routing = Routing()

    public init() {}
  }

  /// A network read from files.
  public struct Network: Equatable, Sendable {
    public var file = ""
    /// The routing of trips on the network.
    public var routing = Routing()

    /// Creates the defaults; the file has no default.
    public init() {}
  }

  /// The routing of trips on a network.
  public struct Routing: Equatable, Sendable {
    /// The factor applied to the network's travel times.
    public var travelTimeFactor = 1.0
    /// The file of factors per hour and road class, relative to the scenario's folder; nil for none.
    public var timeProfile: String?
    /// The maximum distance from a trip end to the nearest node.
    public var snap: Metres = 500

    public init() {}
  }
}
