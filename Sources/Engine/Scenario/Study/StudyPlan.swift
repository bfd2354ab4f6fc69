/// The plan of a study: a scenario, what varies in it, and how often each point is repeated.
///
/// A study file says it in JSON5 (`load(text:file:)`), the options of `detour sweep` say the same.
public struct StudyPlan: Equatable, Sendable {
  public var name = ""
  public var scenario = ""
  /// Values for fields of the scenario that hold at all points, as `path=value`.
  public var overrides: [String] = []
  /// The variations, the slowest first.
  public var variations: [Variation] = []
  public var design = Design()
  /// The least number of runs of each point; replication k has the same random numbers at every point.
  public var replications = 10
  /// The precision until which replications are added; nil adds none.
  public var precision: Precision?

  /// Creates a study of nothing.
  public init() {}

  /// The way in which points are chosen.
  public enum Method: String, CaseIterable, Sendable {
    /// Every combination of the values.
    case grid
    /// The first values of all fields, then the second ones.
    case list
    /// A Latin hypercube.
    case lhs
    /// Sobol' points, shifted at random.
    case sobol
    /// Trajectories that change one field at a time, for a screening.
    case morris
    /// Rows of two points and those between them, for Sobol' indices.
    case saltelli

    /// True if points are drawn, instead of being those that the values give.
    public var isDrawn: Bool {
      switch self {
      case .grid, .list: false
      case .lhs, .sobol, .morris, .saltelli: true
      }
    }
  }

  /// The choice of the points that are run.
  public struct Design: Equatable, Sendable {
    /// The way in which the points are chosen.
    public var method = Method.grid
    /// The number of points, of `saltelli` the number of rows; nil for a grid or a list, whose values say it, and for
    /// trajectories.
    public var points: Int?
    /// The number of trajectories; nil for other designs than `morris`.
    public var trajectories: Int?
    /// The number of values that trajectories take of each field; even.
    public var levels = 4
    public var seed: UInt64 = 1

    /// Creates a grid.
    public init() {}

    /// Creates the design `method` of `points` points.
    public init(_ method: Method, points: Int) {
      self.method = method
      self.points = points
    }

    /// Creates the design `morris` of `trajectories` over `levels` values of each field.
    public init(trajectories: Int, levels: Int = 4) {
      method = .morris
      self.trajectories = trajectories
      self.levels = levels
    }
  }

  /// A figure that is to be known well enough.
  public struct Precision: Equatable, Sendable {
    /// The half-width of the 95 % interval ÷ the mean.
    public var halfWidth = 0.02
    public var figure = "match_rate"
    /// The number at which adding replications ends in any case.
    public var maxReplications = 1000

    public init() {}
  }
}

/// A field of the scenario and the values that it takes in a study.
public struct Variation: Equatable, Sendable {
  /// The field, as `matching.radius_m`.
  public var field = ""
  /// The values, as they would stand after `--set field=`; empty where a range gives them.
  public var values: [String] = []
  public var from: Double?
  public var to: Double?
  public var count: Int?
  /// The spacing of the values in the range.
  public var scale = Scale.linear

  /// Creates the variation of no field.
  public init() {}

  /// The spacing of values in a range.
  public enum Scale: String, CaseIterable, Sendable {
    /// With equal differences.
    case linear
    /// With equal quotients.
    case log
  }
}
