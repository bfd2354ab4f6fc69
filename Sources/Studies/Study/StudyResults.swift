import Foundation
public import JSON5
public import Metrics
public import Models
public import Statistics
import Tables

/// The existing runs of a study, by point.
public struct StudyResults: Sendable {
  /// The varied fields.
  public let fields: [String]
  /// The market of the scenario.
  public let market: any MarketModel.Type
  /// The figures of its runs.
  public let figures: FigureList
  public let points: [Point]
  /// The expected number of missing runs.
  public let missing: Int
  /// The runs whose files were found modified before the study continued, in alphabetical order.
  public internal(set) var damaged: [String] = []
  /// The notices of the runs about their input, without duplicates, in the order of the runs.
  public let notices: [String]

  /// A point with its runs, which are read from the study's folder when they are needed.
  public struct Point: Sendable {
    /// The values, in the order of the fields.
    public let values: [String]
    /// The runs in the order of their replications.
    let places: [RunStore.Place]
    let figures: FigureList
    let folder: StudyFolder
    /// The mean start-up of its runs; nil if its scenario is not stationary.
    var startUp: StartUpFile.Content?
    /// Whether there are several runs, and all have the same results.
    public var isWithoutSpread = false
    /// The statistics of all figures; nil if they are computed when requested, to save memory.
    var known: [RunningStatistics]?

    /// Returns the statistics of a figure over the runs with a value.
    public func statistics(_ column: FigureColumn) -> RunningStatistics {
      guard let index = figures.index(of: column) else { return RunningStatistics() }
      return statistics[index]
    }

    /// The statistics of all figures, in the order of the market's columns.
    var statistics: [RunningStatistics] {
      if let known { return known }
      var statistics = [RunningStatistics](repeating: RunningStatistics(), count: figures.columns.count)
      for place in places { if let row = folder.store.record(place.id)?.row { statistics.add(row.values) } }
      return statistics
    }

    /// The number of runs.
    public var runs: Int { places.count }
  }
}

extension StudyResults {
  /// Creates empty results of the study described by `manifest`, for a process that leaves the tables to a merge.
  init(of manifest: StudyManifest, damaged: [String]) {
    self.init(
      fields: manifest.fields, market: manifest.market, figures: manifest.figures, points: [], missing: 0,
      notices: [])
    self.damaged = damaged
  }
}

extension StudyResults {
  /// The damaged runs as text.
  ///
  /// - Precondition: there is at least one.
  public var damagedWords: String {
    let first = damaged.prefix(3).joined(separator: ", ")
    let more = damaged.count > 3 ? " and \(damaged.count - 3) more" : ""
    return
      "\(first)\(more): not as written by the program (damaged, edited, or from another version)"
  }
}

/// The cost of a run on the executing machine, as a table of one row.
enum PerformanceFile {
  private static let columns = StudyTables.performance.schema.columnNames
  private static let header = columns.joined(separator: ",")

  /// Returns the row of such a table; nil if it is incomplete.
  static func row(_ text: String) -> String? {
    let lines = SeparatedText(text, by: "\n")
    guard lines.count == 3, lines[2].isEmpty, lines[0] == header else { return nil }
    let fields = SeparatedText(lines[1], by: ",").fields
    guard fields.count == columns.count,
      fields.dropFirst().allSatisfy({ $0.isEmpty || Double($0)?.isFinite == true })
    else { return nil }
    return lines[1]
  }
}

extension StudyResults {
  /// Returns the results of the study called `name` in `folder` as JSON: every point with its figures.
  ///
  /// - Parameter findings: sentences about the runs as a whole, added after the notices about the input.
  public func json(name: String, seed: UInt64, folder: String, findings: [String] = []) -> JSON {
    [
      "study": .text(name), "results": .text(folder), "seed": .integer(seed),
      "fields": .list(fields.map { .text($0) }),
      "runs": .integer(points.reduce(0) { $0 + $1.runs }),
      "missing": .integer(missing), "confidence": .number(0.95),
      "points": .list(points.enumerated().map { json($0 + 1, $1) }),
      "warnings": .list((notices + findings).map { .text($0) }),
    ]
  }

  private func json(_ number: Int, _ point: Point) -> JSON {
    let figures = zip(self.figures.columns, point.statistics).compactMap {
      column, statistics -> JSON.Member? in
      guard statistics.count > 0 else { return nil }
      let more = [JSON.Member("sd", .number(statistics.standardDeviation))]
      return .init(
        column.name, .object([.init("runs", .integer(statistics.count))] + statistics.members + more))
    }
    return [
      "point": .integer(number),
      "at": .object(zip(fields, point.values).map { .init($0, .text($1)) }),
      "runs": .integer(point.runs), "figures": .object(figures),
    ]
  }
}
