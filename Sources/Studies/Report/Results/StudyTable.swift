public import Markets
public import Metrics
public import Scenario
public import Statistics

/// The runs of a study by point, or a single run as a study of one point that varies nothing.
///
///     let study = try StudyTable(contentsOf: "Results/rabat-radius")
///     study.parameters                                          // ["matching.radius_m", …]
///     study.points[0].statistics(FigureColumn(.matchRate)).mean  // 0.41
public struct StudyTable: Sendable {
  /// The folder, as it was given.
  public let folder: String
  /// The name of the study: the name of its plan; where none is recorded, the last part of the folder's path.
  public let name: String
  /// The paths of the fields that vary.
  public let parameters: [String]
  /// The points in the order of their first runs.
  public let points: [Point]
  /// The trajectories of a study of the design `morris`; nil for others, and where some of it was chosen.
  public let trajectories: Trajectories?
  /// The rows of a study of the design `saltelli`, each the places of A, of B and of A with one value of B for each
  /// parameter; nil for others, and where some of it was chosen.
  public let rows: [[Int]]?
  /// The figures that runs of its market have.
  public let figures: FigureList
  /// The precision that the study was to reach; nil where it adds no replications for it.
  public let precision: StudyPlan.Precision?
  /// The parameters whose values the plan spreads evenly in logarithms.
  let logarithmic: Set<String>
  /// The statement of the manifest on the input of its runs; nil if there is none.
  var input: StudyInput?

  /// Values for all that varies, and the runs made with them.
  public struct Point: Sendable {
    /// One per parameter, as the file has them.
    public let values: [String]
    /// The runs in the order of the file.
    public let runs: [Run]
    /// Whether all runs have the same figures.
    let isOneRun: Bool
    /// Whether no two runs have a key in common.
    let hasDistinctKeys: Bool

    /// Creates a point.
    init(values: [String], runs: [Run]) {
      self.values = values
      self.runs = runs
      isOneRun = runs.dropFirst().allSatisfy { $0.hasFigures(of: runs[0]) }
      hasDistinctKeys = Set(runs.map(\.key)).count == runs.count
    }

    /// Creates a point with other values and the runs of `point`.
    public init(values: [String], runsOf point: Point) {
      self.values = values
      runs = point.runs
      isOneRun = point.isOneRun
      hasDistinctKeys = point.hasDistinctKeys
    }
  }

  /// One run.
  public struct Run: Sendable {
    public let id: String
    /// The key that pairs runs of different points.
    public let key: Key
    /// The place of each figure among the values; all runs of a file share one.
    let index: FigureIndex
    /// The values in the units of the figures; NaN where one does not apply.
    let values: [Double]

    /// Whether all figures but `others` are the same as those of `run`, which has its figures in the same order.
    func hasFigures(of run: Self, besides others: [FigureColumn] = []) -> Bool {
      let skipped = Set(others.compactMap { index.places[$0] })
      return values.count == run.values.count
        && values.indices.allSatisfy { place in
          values[place] == run.values[place] || (values[place].isNaN && run.values[place].isNaN)
            || skipped.contains(place)
        }
    }

    /// The figure, in its unit; nil where it does not apply.
    public subscript(figure: FigureColumn) -> Double? {
      index.places[figure].flatMap { values[$0].isNaN ? nil : values[$0] }
    }
  }

  /// Where each figure stands among a run's values. Runs of one file share one index, which is recognised by its identity.
  final class FigureIndex: Sendable {
    let places: [FigureColumn: Int]

    init(_ places: [FigureColumn: Int]) { self.places = places }
  }

  /// Seed and replication: runs that have them in common have their random numbers in common.
  public struct Key: Hashable, Sendable {
    public let seed: UInt64
    public let replication: UInt64
  }

  /// Creates a study from its parts.
  ///
  /// - Precondition: every point has a value per parameter.
  public init(
    folder: String, named name: String? = nil, parameters: [String], points: [Point],
    trajectories: Trajectories? = nil,
    rows: [[Int]]? = nil, precision: StudyPlan.Precision? = nil, figures: FigureList = Markets.figures,
    logarithmic: Set<String> = []
  ) {
    precondition(points.allSatisfy { $0.values.count == parameters.count }, "a value per parameter")
    self.trajectories = trajectories
    self.rows = rows
    self.precision = precision
    self.logarithmic = logarithmic
    self.figures = figures
    self.folder = folder
    self.name = name ?? folder.split(separator: "/").last.map(String.init) ?? folder
    self.parameters = parameters
    self.points = points
  }

  /// The number of runs.
  public var runCount: Int { points.reduce(0) { $0 + $1.runs.count } }
}

extension StudyTable.Point {
  /// Creates a point.
  public init(values: [String], measured runs: [StudyTable.Run]) {
    self.init(values: values, runs: runs)
  }

  /// The statistics of a figure over the runs in which it applies.
  public func statistics(_ figure: FigureColumn) -> RunningStatistics {
    var statistics = RunningStatistics()
    for run in runs { if let value = run[figure] { statistics.add(value) } }
    return statistics
  }
}

extension StudyTable.Run {
  /// Creates a run with its figures.
  public init(id: String, seed: UInt64, replication: UInt64, figures: [FigureColumn: Double]) {
    let columns = figures.keys.sorted { $0.name < $1.name }
    self.init(
      id: id, key: StudyTable.Key(seed: seed, replication: replication),
      index: .init(Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })),
      values: columns.compactMap { figures[$0] })
  }
}
