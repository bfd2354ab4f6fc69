public import Quantities

extension Scenario {
  /// Where cars drive.
  public enum Space: Equatable, Sendable {
    /// A rectangle without roads.
    case plane(Plane)
    /// A square without roads and edges.
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
    /// From west to east.
    public var width: Metres = 30_000
    /// From south to north.
    public var height: Metres = 30_000
    /// The speed of every car, km/h.
    public var speedKmh = 50.0
    /// Driven metres ÷ straight metres.
    public var circuity = 1.0

    /// Creates the default plane.
    public init() {}
  }

  /// A square whose opposite sides touch.
  public struct Torus: Equatable, Sendable {
    /// The side of the square.
    public var side: Metres = 30_000
    /// The speed of every car, km/h.
    public var speedKmh = 50.0
    /// Driven metres ÷ straight metres.
    public var circuity = 1.0

    /// Creates the default torus.
    public init() {}
  }

  /// A part of the globe; all bounds in degrees (WGS84).
  public struct Geographic: Equatable, Sendable {
    /// Longitude of the western bound.
    public var west = 0.0
    /// Latitude of the southern bound.
    public var south = 0.0
    /// Longitude of the eastern bound.
    public var east = 0.0
    /// Latitude of the northern bound.
    public var north = 0.0
    /// The speed of every car, km/h.
    public var speedKmh = 50.0
    /// Driven metres ÷ great-circle metres.
    public var circuity = 1.3

    /// Creates the defaults; the bounds have none and are empty.
    public init() {}
  }

  /// A generated street network.
  public struct City: Equatable, Sendable {
    /// Junctions from west to east.
    public var columns = 60
    /// Junctions from south to north.
    public var rows = 60
    /// Metres between neighbouring junctions.
    public var block: Metres = 150
    /// How far a junction is moved at most, as a share of the block.
    public var perturbation = 0.2
    /// Every how many streets one is an arterial; 0 for none.
    public var arterialEvery = 5
    /// The share of the streets that are one-way.
    public var oneWayShare = 0.3
    /// The speed on streets, km/h.
    public var streetKmh = 30.0
    /// The speed on arterials, km/h.
    public var arterialKmh = 60.0
    /// The seed of the city, apart from the run's: replications drive in the same city.
    public var seed: UInt64 = 1
    /// How trips use the network.
    public var routing = Routing()

    /// Creates the default city.
    public init() {}
  }

  /// A network read from files.
  public struct Network: Equatable, Sendable {
    /// The file or folder, relative to the scenario file's folder.
    public var file = ""
    /// How trips use the network.
    public var routing = Routing()

    /// Creates the defaults; the file has none.
    public init() {}
  }

  /// How trips use a network.
  public struct Routing: Equatable, Sendable {
    /// Travel time ÷ the network's own.
    public var travelTimeFactor = 1.0
    /// The file with factors per hour and road class, relative to the scenario file's folder; nil for none.
    public var timeProfile: String?
    /// The farthest that an end may lie from the nearest node.
    public var snap: Metres = 500

    /// Creates the defaults.
    public init() {}
  }
}
