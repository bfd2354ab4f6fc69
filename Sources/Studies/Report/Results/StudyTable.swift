import Foundation
import JSON5
public import Markets
public import Metrics
import Quoting
public import Scenario
public import Statistics
import Tables

/// The runs of a study by point, or a single run as a study of one point without variations.
///
///     let study = try StudyTable(contentsOf: "Results/rabat-radius")
///     study.parameters                                          // ["matching.radius_m", …]
///     study.points[0].statistics(FigureColumn(.matchRate)).mean  // 0.41
public struct StudyTable: Sendable {
  /// The folder, as given.
  public let folder: String
  /// The name of the study's plan, or else the last part of the folder's path.
  public let name: String
  /// The paths of the varied fields.
  public let parameters: [String]
  /// The points in the order of their first runs.
  public let points: [Point]
  /// The trajectories of a study with the design `morris`; nil for other designs, and after a selection.
  public let trajectories: Trajectories?
  /// The rows of a study with the design `saltelli`; nil for other designs, and after a selection. Each has the
  /// indices of point A, of point B and, for each parameter, of A with the parameter's value in B.
  public let rows: [[Int]]?
  /// The figures of runs in the study's market.
  public let figures: FigureList
  /// The required precision of the study; nil if there is none.
  public let precision: StudyPlan.Precision?
  /// The parameters with logarithmic spacing in the plan.
  let logarithmic: Set<String>
  /// The input of its runs according to the manifest; nil if unknown.
  var input: StudyInput?
  /// The parameters of surfaces fitted earlier; nil for a table that was not read from a study's folder.
  var keptSurfaces: KeptSurfaces?

  /// A setting of all varied fields, with its runs.
  public struct Point: Sendable {
    /// The values, one per parameter, as in the file.
    public let values: [String]
    /// The runs in file order.
    public let runs: [Run]
    /// Whether all runs have the same figures.
    let isOneRun: Bool
    /// Whether the keys of the runs are unique.
    let hasDistinctKeys: Bool

    /// Creates a point.
    init(values: [String], runs: [Run]) {
      self.values = values
      self.runs = runs
      isOneRun = runs.dropFirst().allSatisfy { $0.hasFigures(of: runs[0]) }
      hasDistinctKeys = Set(runs.map(\.key)).count == runs.count
    }

    /// Creates a point with `values` and the runs of `point`.
    public init(values: [String], runsOf point: Point) {
      self.values = values
      runs = point.runs
      isOneRun = point.isOneRun
      hasDistinctKeys = point.hasDistinctKeys
    }
  }

  /// One run.
  public struct Run: Sendable {
    /// The columns of all runs of its file.
    let columns: RunColumns
    /// The row of the run in `columns`.
    let row: Int

    public var id: String { columns.id(row) }
    /// The key for pairing runs of different points.
    public var key: Key { columns.key(row) }

    /// Returns whether all figures except `others` are the same as those of `run`, whose figures are in the same order.
    func hasFigures(of run: Self, besides others: [FigureColumn] = []) -> Bool {
      columns.hasFigures(row, of: run.row, in: run.columns, besides: others)
    }

    /// The value of `figure`, in its unit; nil if not applicable.
    public subscript(figure: FigureColumn) -> Double? {
      columns.places[figure].flatMap { column in
        let value = columns.value(column, row)
        return value.isNaN ? nil : value
      }
    }
  }

  /// Seed and replication: runs with the same key use the same random numbers.
  public struct Key: Hashable, Sendable {
    public let seed: UInt64
    public let replication: UInt64
  }

  /// Creates a study from its parts.
  ///
  /// - Precondition: every point has one value per parameter.
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

  /// Returns the statistics of a figure over the runs with a value.
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
    var builder = RunColumnsBuilder(columns, keepsValues: true)
    let key = StudyTable.Key(seed: seed, replication: replication)
    _ = builder.add(id: id, key, columns.compactMap { figures[$0] })
    self.init(columns: RunColumns(builder, source: nil), row: 0)
  }
}

extension StudyTable {
  /// The bounds under which `detour tune` searched for the best point, from tune.json in the study's folder; empty
  /// for other studies.
  var tunedBounds: [Constraint] {
    let path = folder + "/tune.json"
    guard FileManager.default.fileExists(atPath: path), let text = try? FileBytes(contentsOf: path).text,
      let bounds = JSON(parsing: text)?["bounds"]?.items
    else { return [] }
    return bounds.compactMap { bound in
      guard let words = bound["bound"]?.words else { return nil }
      return try? Constraint(words.replacingScalars(["≤": "<=", "≥": ">="]), in: self)
    }
  }
}
