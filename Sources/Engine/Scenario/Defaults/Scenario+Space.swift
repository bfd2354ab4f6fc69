public import Quantities

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
    /// The factor on the network's travel times.
    public var travelTimeFactor = 1.0
    /// The file of factors per hour and road class, relative to the scenario's folder; nil for none.
    public var timeProfile: String?
    /// The maximum distance from a trip end to the nearest node.
    public var snap: Metres = 500

    public init() {}
  }
}
