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
  /// The run files found modified before the study continued, in alphabetical order.
  public internal(set) var damaged: [String] = []
  /// The notices of the runs about their input, without duplicates, in the order of the runs.
  public let notices: [String]

  /// A point with its runs.
  public struct Point: Sendable {
    /// The values, in the order of the fields.
    public let values: [String]
    /// The rows in the order of their replications.
    let rows: [RunRow]
    let figures: FigureList
    /// The mean start-up of its runs; nil if its scenario is not stationary.
    var startUp: StartUpFile.Content?

    /// Returns the statistics of a figure over the runs with a value.
    public func statistics(_ column: FigureColumn) -> RunningStatistics {
      var statistics = RunningStatistics()
      guard let index = figures.index(of: column) else { return statistics }
      for row in rows { if let value = row.value(index) { statistics.add(value) } }
      return statistics
    }

    /// The statistics of all figures, in the order of the market's columns.
    var statistics: [RunningStatistics] {
      var statistics = [RunningStatistics](repeating: RunningStatistics(), count: figures.columns.count)
      for row in rows {
        for (index, value) in row.values.enumerated() { if let value { statistics[index].add(value) } }
      }
      return statistics
    }

    /// The number of runs.
    public var runs: Int { rows.count }

    /// Whether there are several runs, and all have the same results.
    public var isWithoutSpread: Bool {
      rows.count > 1 && rows.allSatisfy { $0.fingerprint == rows[0].fingerprint }
    }
  }

  /// Reads the existing runs in `folder` of the study of `manifest`, with the replications of `rule`.
  init(_ manifest: StudyManifest, _ rule: ReplicationRule, in folder: StudyFolder) {
    var rowsOfPoint: [String: [Int: RunRow]] = [:]
    for id in folder.finished {
      guard let row = folder.row(id) else { continue }
      rowsOfPoint[row.point, default: [:]][row.replication] = row
    }
    let figures = folder.form.figures
    self.figures = figures
    market = manifest.market
    fields = manifest.fields
    var missing = 0
    points = manifest.points.enumerated().map { number, point in
      // Removed, so that no row is held twice.
      let rows = rowsOfPoint.removeValue(forKey: point.id) ?? [:]
      let demand = rule.demand(rows, at: number)
      let present = (0..<demand).compactMap { rows[$0] }
      missing += demand - present.count
      var result = Point(values: point.values, rows: present, figures: figures)
      result.startUp = result.startUp(in: folder)
      return result
    }
    self.missing = missing
    notices = folder.notices(of: points.lazy.flatMap(\.rows).map(\.runID))
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
      "\(first)\(more): not written by the program, here or in start-up/ (damaged, edited, or from"
      + " another version)"
  }

  /// Writes runs.csv, summary.csv, warm_up.csv and performance.csv into `folder`.
  ///
  /// - Throws: `StudyError`, also if one of them was changed by hand.
  func write(into folder: StudyFolder) throws(StudyError) {
    var files: [WrittenFiles.File] = [("runs.csv", writeRuns), ("summary.csv", writeSummary)]
    if hasStartUps { files.append(("warm_up.csv", writeStartUps)) }
    files.append(
      (
        "performance.csv",
        { path throws(TableError) in try AtomicFile.write(performance(in: folder), to: path) }
      ))
    try WrittenFiles(study: folder.path).write(files)
  }

  /// Returns the content of performance.csv.
  private func performance(in folder: StudyFolder) -> String {
    var text = StudyTables.performance.schema.header + "\n"
    for row in points.lazy.flatMap(\.rows) {
      guard let line = StudyFolder.text(folder.performance(row.runID)).flatMap(PerformanceFile.row) else {
        continue
      }
      text += line + "\n"
    }
    return text
  }

  private func writeRuns(_ path: String) throws(TableError) {
    let rows = points.lazy.flatMap { point in
      point.rows.lazy.map { row in
        StudyRun(
          values: point.values, runID: row.runID, seed: row.seed, replication: row.replication,
          figures: row.figures, fingerprint: row.fingerprint)
      }
    }
    try StudyTables.runs(fields: fields, figures: figures).write(rows, to: path)
  }

  private func writeSummary(_ path: String) throws(TableError) {
    let rows = points.enumerated().lazy.flatMap { number, point in
      zip(figures.columns, point.statistics).lazy.compactMap { figure, statistics -> StudyFigure? in
        guard statistics.mean != nil else { return nil }
        return StudyFigure(point: number + 1, values: point.values, figure: figure, statistics: statistics)
      }
    }
    try StudyTables.summary(fields: fields).write(rows, to: path)
  }
}

/// The file of a run in `performance/`: its cost on the executing machine, as a table of one row.
enum PerformanceFile {
  /// Returns the row in the content of such a file; nil if it is incomplete.
  static func row(_ text: String) -> String? {
    let schema = StudyTables.performance.schema
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    guard text.utf8.last == UInt8(ascii: "\n"), lines.count == 2,
      lines[0].elementsEqual(schema.header.utf8)
    else { return nil }
    let fields = lines[1].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      Substring($0)
    }
    guard fields.count == schema.columns.count,
      fields.dropFirst().allSatisfy({ $0.isEmpty || Double($0)?.isFinite == true })
    else { return nil }
    return String(Substring(lines[1]))
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
