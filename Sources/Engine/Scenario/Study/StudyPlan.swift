/// The plan of a study: a scenario, its variations, and the number of replications.
///
/// It is read from a JSON5 study file (`load(text:file:)`) or from the options of `detour sweep`.
public struct StudyPlan: Equatable, Sendable {
  public var name = ""
  public var scenario = ""
  /// Values of scenario fields common to all points, as `path=value`.
  public var overrides: [String] = []
  /// The variations, the slowest-varying first.
  public var variations: [Variation] = []
  public var design = Design()
  /// The minimum number of runs per point; replication k uses the same random numbers at every point.
  public var replications = 10
  /// The precision to reach by adding replications; nil: none are added.
  public var precision: Precision?

  /// Creates an empty plan.
  public init() {}

  /// The method of choosing points.
  public enum Method: String, CaseIterable, Sendable {
    /// Every combination of the values.
    case grid
    /// The first values of all fields, then the second ones, and so on.
    case list
    /// A Latin hypercube.
    case lhs
    /// Randomly shifted Sobol' points.
    case sobol
    /// Trajectories that change one field at a time, for a screening.
    case morris
    /// Rows of two points and the points that mix their coordinates, for Sobol' indices.
    case saltelli

    /// Whether the points are drawn at random instead of being determined by the listed values.
    public var isDrawn: Bool {
      switch self {
      case .grid, .list: false
      case .lhs, .sobol, .morris, .saltelli: true
      }
    }
  }

  /// The design of the points.
  public struct Design: Equatable, Sendable {
    /// The method of choosing points.
    public var method = Method.grid
    /// The number of points, or of rows for `saltelli`; nil for a grid or a list, where the values determine it,
    /// and for trajectories.
    public var points: Int?
    /// The number of trajectories; nil for designs other than `morris`.
    public var trajectories: Int?
    /// The number of levels of each field in trajectories, an even number.
    public var levels = 4
    public var seed: UInt64 = 1

    /// Creates a grid.
    public init() {}

    /// Creates the design `method` of `points` points.
    public init(_ method: Method, points: Int) {
      self.method = method
      self.points = points
    }

    /// Creates the design `morris` with `trajectories` over `levels` values of each field.
    public init(trajectories: Int, levels: Int = 4) {
      method = .morris
      self.trajectories = trajectories
      self.levels = levels
    }
  }

  /// The required precision of a figure.
  public struct Precision: Equatable, Sendable {
    /// The half-width of the 95 % interval ÷ the mean.
    public var halfWidth = 0.02
    public var figure = "match_rate"
    /// The maximum number of replications.
    public var maxReplications = 1000

    public init() {}
  }
}

/// A field of the scenario with its values in a study.
public struct Variation: Equatable, Sendable {
  /// The field, such as `matching.radius_m`.
  public var field = ""
  /// The values, in the syntax of `--set field=VALUE`; empty if given by a range.
  public var values: [String] = []
  public var from: Double?
  public var to: Double?
  public var count: Int?
  /// The spacing of the values in the range.
  public var scale = Scale.linear

  /// Creates an empty variation.
  public init() {}

  /// The spacing of values in a range.
  public enum Scale: String, CaseIterable, Sendable {
    /// Equal differences.
    case linear
    /// Equal ratios.
    case log
  }
}
