import Foundation
import JSON5
import Markets
import Metrics
import Scenario
import Tables

extension StudyTable {
  /// Returns the path of the study's table of runs in `folder`, which archived studies keep compressed; nil if there
  /// is none.
  private static func runs(in folder: String) -> String? {
    ["runs.csv", "runs.csv.gz"].map { folder + "/" + $0 }.first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Reads the folder of a study or of a run.
  ///
  /// - Throws: `ReportError` if it is neither, or a file has invalid content.
  public init(contentsOf folder: String) throws(ReportError) {
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/" + name) }
    let manifest = folder + "/" + ResultFolder.manifestName
    if let json = (try? FileBytes(contentsOf: manifest).text).flatMap({ JSON(parsing: $0) }),
      let fault = Manifest.newerVersion(in: json, file: manifest)
    {
      throw .newer(fault)
    }
    if let runs = Self.runs(in: folder) {
      try self.init(runs: runs, folder: folder, pieces: Self.pieces(of: runs))
    } else if has(SummaryRow.table.schema.fileName), has(ResultFolder.manifestName) {
      try self.init(summary: folder + "/" + SummaryRow.table.schema.fileName, folder: folder)
    } else {
      throw .notResults(folder: folder)
    }
  }

  /// Reads the folder of a study.
  ///
  /// - Throws: `ReportError` if there is none.
  public init(study folder: String) throws(ReportError) {
    let hasRuns = Self.runs(in: folder) != nil
    try self.init(contentsOf: folder)
    guard hasRuns else { throw .notAStudy(folder: folder) }
  }

  /// Reads the table of runs: the columns between the run's id and `seed` are the varied fields; those between
  /// `replication` and the fingerprint are figures; unknown ones are skipped.
  ///
  /// - Parameter size: the size in bytes of the pieces in which a large table is read; nil for other tables.
  init(runs file: String, folder: String, pieces size: Int?) throws(ReportError) {
    let record = StudyRecord(file: folder + "/" + ResultFolder.manifestName)
    let known = record?.figures ?? Markets.figures
    var former: FormerName?
    let pieces = size.map { TablePieces(path: file, size: $0) }
    var gathered = GatheredPoints()
    var parameters: [String] = []
    try Self.reading { () throws(TableError) in
      if let pieces {
        // The file is read in pieces, twice and more.
        try pieces.read { reader throws(TableError) in
          former = FormerName(among: reader.columnNames, of: file)
          guard former == nil else { return false }
          parameters = try Self.gather(&reader, known, keepsValues: false, &gathered)
          return true
        }
      } else {
        var reader = try CSVReader(contentsOf: file)
        former = FormerName(among: reader.columnNames, of: file)
        parameters = try Self.gather(&reader, known, keepsValues: true, &gathered)
      }
      gathered.finish(pieces)
    }
    // Otherwise it would be skipped as unknown.
    if let former { throw .formerName(former) }
    guard !gathered.points.isEmpty else { throw .noRuns(file: file) }
    self.init(
      folder: folder, named: record?.plan.name, parameters: parameters, points: gathered.points,
      trajectories: record.flatMap { Trajectories($0, gathered.index) },
      rows: record.flatMap { $0.rows(gathered.index) }, precision: record?.plan.precision, figures: known,
      logarithmic: Set((record?.plan.variations ?? []).lazy.filter { $0.scale == .log }.map(\.field)))
    input = record?.input(in: folder)
    keptSurfaces = parameters.isEmpty ? nil : KeptSurfaces(in: folder)
  }

  /// The minimum size of a table that is read in pieces, in bytes.
  private static let largeSize = 48 << 20

  /// Returns the size in bytes of the pieces in which `file` is read; nil if it is read as a whole.
  private static func pieces(of file: String) -> Int? {
    let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
    return file.hasSuffix(".csv") && (size ?? 0) >= largeSize ? TablePieces.usualSize : nil
  }

  /// Adds all rows of the table, or of a piece of it, with the figures found in `known`, and returns the varied fields.
  private static func gather(
    _ reader: inout CSVReader, _ known: FigureList, keepsValues: Bool, _ gathered: inout GatheredPoints
  ) throws(TableError) -> [String] {
    let names = reader.columnNames
    let id = reader.column(ColumnSchema.runID.name)
    let seedName = StudyRunColumn.seed.schema.name
    let seed = reader.column(seedName)
    let replicationName = StudyRunColumn.replication.schema.name
    let replication = reader.column(replicationName)
    _ = reader.column(StudyRunColumn.fingerprint.schema.name)
    try reader.checkColumns()
    let parameters = Array(names[1..<max(1, names.lastIndex(of: seedName) ?? 1)])
    let fields = parameters.map { reader.column($0) }
    let figures = names.drop { $0 != replicationName }.compactMap { name in
      known.named(name).map { (figure: $0, column: reader.optionalColumn(name)) }
    }
    gathered.begin(figures.map(\.figure), keepsValues: keepsValues)
    while reader.next() {
      let key = Key(
        seed: reader.wholeNumber(seed), replication: UInt64(reader.int64(replication, in: 0...Int64.max)))
      let values = figures.map { reader.figure($0.column) ?? .nan }
      gathered.add(reader.verbatim(id), key, values, at: fields.map { reader.verbatim($0) })
    }
    try reader.finish()
    return parameters
  }

  private init(summary file: String, folder: String) throws(ReportError) {
    let all = Markets.figures(ofManifestAt: folder + "/" + ResultFolder.manifestName)
    let run = try Self.reading { () throws(TableError) in
      var reader = try CSVReader(contentsOf: file)
      let id = reader.column(ColumnSchema.runID.name)
      let seed = reader.column(SummaryColumn.seed.schema.name)
      let replication = reader.column(SummaryColumn.replication.schema.name)
      let metric = reader.column(SummaryColumn.metric.schema.name)
      let statistic = reader.column(SummaryColumn.statistic.schema.name)
      let value = reader.column(SummaryColumn.value.schema.name)
      try reader.checkColumns()
      let known = Dictionary(
        uniqueKeysWithValues: all.columns.map { ([$0.metric.name, $0.statistic.rawValue], $0) })
      var run: (id: String, seed: UInt64, replication: UInt64)?
      var figures: [FigureColumn: Double] = [:]
      while reader.next() {
        let number = reader.figure(value)
        if let figure = known[[reader.verbatim(metric), reader.verbatim(statistic)]] {
          figures[figure] = number
        }
        guard run == nil else { continue }
        let replication = UInt64(reader.int64(replication, in: 0...Int64.max))
        run = (reader.verbatim(id), reader.wholeNumber(seed), replication)
      }
      try reader.finish()
      return run.map { Run(id: $0.id, seed: $0.seed, replication: $0.replication, figures: figures) }
    }
    guard let run else { throw .noRuns(file: file) }
    self.init(folder: folder, parameters: [], points: [Point(values: [], runs: [run])], figures: all)
  }

  private static func reading<Result>(
    _ body: () throws(TableError) -> Result
  ) throws(ReportError) -> Result {
    do {
      return try body()
    } catch {
      throw .damagedTable(faults: error.description)
    }
  }
}

/// Runs grouped by the values of their points, in order of occurrence.
private struct GatheredPoints {
  private var values: [[String]] = []
  private var rows: [[Int]] = []
  /// The index of each point by its values.
  private(set) var index: [[String]: Int] = [:]
  private var builder: RunColumnsBuilder?
  private var figures: [FigureColumn] = []
  /// The index of the last run's point; the next run often has the same one.
  private var last: Int?
  private(set) var points: [StudyTable.Point] = []

  /// Starts a table, or a piece of one, with `figures`.
  mutating func begin(_ figures: [FigureColumn], keepsValues: Bool) {
    guard builder == nil else { return }
    self.figures = figures
    builder = RunColumnsBuilder(figures, keepsValues: keepsValues)
  }

  /// Adds a run.
  mutating func add(_ id: String, _ key: StudyTable.Key, _ figures: [Double], at point: [String]) {
    guard let row = builder?.add(id: id, key, figures) else { return }
    if let last, values[last] == point {
      rows[last].append(row)
    } else if let place = index[point] {
      rows[place].append(row)
      last = place
    } else {
      index[point] = values.count
      last = values.count
      values.append(point)
      rows.append([row])
    }
  }

  /// Completes the table; `pieces` are the pieces of a large one, whose values are read when needed.
  mutating func finish(_ pieces: TablePieces?) {
    guard let builder else { return }
    let columns = RunColumns(
      builder,
      source: pieces.map { RunColumns.Source(file: $0, names: figures.map(\.name)) })
    self.builder = nil
    points = zip(values, rows).map { values, rows in
      StudyTable.Point(values: values, runs: rows.map { StudyTable.Run(columns: columns, row: $0) })
    }
    rows = []
  }
}

extension CSVReader {
  /// Returns the figure in `column`; records a fault and returns 0 if it is not a usable number.
  mutating func figure(_ column: CSVColumn) -> Double {
    let number = double(column)
    if number.magnitude <= StudyTable.greatest { return number }
    recordValue(column, expected: .other("a number between -1e100 and 1e100"))
    return 0
  }

  /// Returns the figure in `column`; nil if the field is empty. Records a fault and returns 0 if it is not a usable
  /// number.
  mutating func figure(_ column: CSVOptionalColumn) -> Double? {
    let number = double(column)
    if let number, number.magnitude > StudyTable.greatest {
      recordValue(column, expected: .other("a number between -1e100 and 1e100"))
      return 0
    }
    return number
  }

  /// Returns the 64-bit integer in `column`; records a fault and returns 0 if it is not one.
  fileprivate mutating func wholeNumber(_ column: CSVColumn) -> UInt64 {
    if let number = UInt64(string(column)) { return number }
    recordValue(column, expected: .other("a whole number"))
    return 0
  }
}
