public import Metrics
import Quantities
public import Scenario
import Statistics
public import Tables

/// The points of a study and their main figures, with the half-widths of the 95 % intervals, as a table for a
/// terminal.
public struct StudyText: Sendable {
  private let results: StudyResults
  private let name: String
  private let seed: UInt64
  private let figures: [FigureList.Brief]

  /// The maximum number of points shown; summary.csv contains all.
  static let mostPoints = 60

  /// Creates the table of `results` of the study called `name`, with `figures`; if empty, with those of the market.
  public init(_ results: StudyResults, name: String, seed: UInt64, figures: [FigureColumn] = []) {
    self.figures =
      figures.isEmpty
      ? results.figures.brief
      : figures.map { figure in
        let unit = figure.unitBesideName
        return FigureList.Brief(
          figure, figure.name + (unit.isEmpty ? "" : " " + unit), scale: figure.scaleInColumn,
          decimals: figure.decimalsInColumn)
      }
    self.results = results
    self.name = name
    self.seed = seed
  }

  /// The table as lines, each ended by a line feed.
  public var text: String {
    let shown = results.points.prefix(Self.mostPoints)
    let head = results.fields.map(shortName) + ["runs"] + figures.map(\.title)
    let rows = [head] + shown.map(cells)
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
    }
    let runs = results.points.reduce(0) { $0 + $1.runs }
    let title =
      "\(name): \(results.points.count) points, \(runs) runs, seed \(seed); mean ± half of the 95 % interval"
    let rule = String(repeating: "─", count: max(lines[0].count, 60))
    let more = results.points.count - shown.count
    let rest = more > 0 ? ["… and \(more) more points in summary.csv"] : []
    return ([title, rule] + lines + rest).map { $0 + "\n" }.joined()
  }

  private func cells(_ point: StudyResults.Point) -> [String] {
    point.values + [String(point.runs)] + figures.map { cell(point, $0) }
  }

  private func cell(_ point: StudyResults.Point, _ figure: FigureList.Brief) -> String {
    let statistics = point.statistics(figure.column)
    guard let mean = statistics.mean else { return "–" }
    func number(_ value: Double) -> String { Words.fixed(value * figure.scale, figure.decimals) }
    guard let interval = statistics.interval() else { return number(mean) }
    return "\(number(mean)) ± \(number((interval.upperBound - interval.lowerBound) / 2))"
  }

  /// Returns the last part of a path, unless another field has the same one.
  private func shortName(_ field: String) -> String {
    let last = field.split(separator: ".").last.map(String.init) ?? field
    return results.fields.count { $0.hasSuffix("." + last) || $0 == last } > 1 ? field : last
  }
}

/// A point of a study: the varied values, and the resulting scenario.
public struct StudyPoint: Sendable {
  /// The values, in the order of the study's fields, as after `--set field=`.
  public let values: [String]
  /// The scenario at replication 0.
  public let scenario: Scenario
  /// The input files of its runs.
  public let inputs: [InputFile]
  /// The index of its space among the distinct spaces of the study.
  let space: Int
  /// The index of its participants among the distinct ones of the study; points with the same index share them in
  /// each replication.
  let people: Int
  /// Whether another point has the same participants.
  var sharesPeople = false
  /// Its key in the study's files: the id of its run at replication 0.
  public let id: String
  private let ids: RunIdentity.Series

  init(values: [String], scenario: Scenario, inputs: [InputFile], space: Int, people: Int) {
    self.values = values
    self.scenario = scenario
    self.inputs = inputs
    self.space = space
    self.people = people
    ids = RunIdentity.Series(of: scenario, inputs: inputs)
    id = ids.runID(replication: 0)
  }

  /// Returns the scenario of replication `number`.
  func scenario(replication number: Int) -> Scenario {
    var scenario = scenario
    scenario.replication = UInt64(number)
    return scenario
  }

  /// Returns the id of the run of replication `number`.
  func runID(replication number: Int) -> String {
    ids.runID(replication: UInt64(number))
  }
}
