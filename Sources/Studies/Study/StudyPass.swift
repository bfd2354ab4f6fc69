import Foundation
import Metrics
import Packs
import Statistics
import Tables

/// One pass over the runs of a study, which writes all its tables and collects its results.
///
/// Each run is read once, and released when its rows are written, so that memory use does not grow with the number of
/// rows.
struct StudyPass: ~Copyable {
  private let figures: FigureList
  private var runs: TableWriter<StudyRun>
  private var summary: TableWriter<StudyFigure>
  private var performance: AtomicFile
  private var performanceRows = ""
  private var seenNotices: Set<Substring> = []
  private var notices: [String] = []

  /// Writes the tables of the study of `manifest` into the folder `target`, from the finished runs in `folder` and
  /// with the replications of `rule`, and returns the results.
  ///
  /// - Throws: `StudyError`, also if one of the tables was changed by hand, or a run cannot be read any more.
  static func write(
    _ manifest: StudyManifest, _ rule: ReplicationRule, of folder: StudyFolder, into target: StudyFolder
  ) throws(StudyError) -> StudyResults {
    let places = folder.store.runs(ofPoints: manifest.points.map(\.id))
    do throws(SystemFault) { try FileSystem.makeFolder(target.work) } catch {
      throw .unwritable(path: target.path, reason: error)
    }
    defer { for name in names { unlink(draft(name, target.work)) } }
    var pass = try StudyPass(manifest, folder.form.figures, target)
    var points: [StudyResults.Point] = []
    points.reserveCapacity(places.count)
    var missing = 0
    for (number, point) in manifest.points.enumerated() {
      let demand = demand(rule, at: number, places[number], folder)
      let present = places[number].prefix { $0.replication < demand }
      missing += demand - present.count
      points.append(try pass.add(point.values, Array(present), folder, target))
    }
    let notices = pass.notices
    do throws(TableError) { try pass.close() } catch { throw StudyError(error, in: target) }
    let results = StudyResults(
      fields: manifest.fields, market: manifest.market, figures: folder.form.figures, points: points,
      missing: missing, notices: notices)
    var files = ["runs.csv", "summary.csv"].map { file($0, target) }
    if results.hasStartUps { files.append(("warm_up.csv", results.writeStartUps)) }
    files.append(file("performance.csv", target))
    try WrittenFiles(study: target.path).write(files)
    return results
  }

  /// Returns the number of replications of the point at index `point` with the runs at `places`.
  private static func demand(
    _ rule: ReplicationRule, at point: Int, _ places: [RunStore.Place], _ folder: StudyFolder
  ) -> Int {
    guard rule.isOpen else { return rule.demand(at: point) { _, _ in nil } }
    let ids = Dictionary(places.map { ($0.replication, $0.id) }, uniquingKeysWith: { first, _ in first })
    var known: [Int: Double??] = [:]
    return rule.demand(at: point) { replication, figure in
      if let value = known[replication] { return value }
      let value = ids[replication].flatMap { folder.store.record($0) }.map { $0.row.value(figure) }
      known[replication] = .some(value)
      return value
    }
  }

  /// The tables that are written run by run.
  private static let names = ["runs.csv", "summary.csv", "performance.csv"]

  /// Returns the path at which the table `name` is written before it is complete.
  private static func draft(_ name: String, _ work: String) -> String { "\(work)/pass.\(getpid()).\(name)" }

  private static func file(_ name: String, _ target: StudyFolder) -> WrittenFiles.File {
    (
      name,
      { path throws(TableError) in
        guard rename(draft(name, target.work), path) == 0 else {
          throw .unwritable(file: path, reason: .last)
        }
      }
    )
  }

  private init(
    _ manifest: StudyManifest, _ figures: FigureList, _ target: StudyFolder
  ) throws(StudyError) {
    do throws(TableError) { try self.init(manifest.fields, figures, work: target.work) } catch {
      throw StudyError(error, in: target)
    }
  }

  private init(_ fields: [String], _ figures: FigureList, work: String) throws(TableError) {
    let runs = try StudyTables.runs(fields: fields, figures: figures).writer(to: Self.draft("runs.csv", work))
    let summary = try StudyTables.summary(fields: fields).writer(to: Self.draft("summary.csv", work))
    var performance = try AtomicFile(path: Self.draft("performance.csv", work))
    try performance.write(StudyTables.performance.schema.header + "\n")
    self.figures = figures
    self.runs = runs
    self.summary = summary
    self.performance = performance
  }

  private var pointNumber = 0

  /// Adds the point with `values` and the runs at `places` in `folder`, and returns it.
  private mutating func add(
    _ values: [String], _ places: [RunStore.Place], _ folder: StudyFolder, _ target: StudyFolder
  ) throws(StudyError) -> StudyResults.Point {
    pointNumber += 1
    var point = StudyResults.Point(values: values, places: places, figures: figures, folder: folder)
    var statistics = [RunningStatistics](repeating: RunningStatistics(), count: figures.columns.count)
    var mean = StartUpMean()
    var fingerprint: String?
    var isOneRun = true
    for place in places {
      guard let record = folder.store.record(place.id) else {
        throw .lostRun(folder.words(StudyPacks.id(place.id)))
      }
      let row = record.row
      do throws(TableError) {
        try runs.append(
          StudyRun(
            values: values, runID: row.runID, seed: row.seed, replication: row.replication,
            figures: row.figures, fingerprint: row.fingerprint))
        try add(performance: record)
      } catch {
        throw StudyError(error, in: target)
      }
      statistics.add(row.values)
      isOneRun = isOneRun && (fingerprint ?? row.fingerprint) == row.fingerprint
      fingerprint = row.fingerprint
      mean.add(record.side.startUp.flatMap(StartUpFile.content))
      add(notices: record.side.notices)
    }
    point.startUp = mean.content
    point.isWithoutSpread = isOneRun && places.count > 1
    if pointNumber <= StudyText.mostPoints { point.known = statistics }
    do throws(TableError) {
      for (figure, statistics) in zip(figures.columns, statistics) where statistics.mean != nil {
        try summary.append(
          StudyFigure(point: pointNumber, values: values, figure: figure, statistics: statistics))
      }
    } catch {
      throw StudyError(error, in: target)
    }
    return point
  }

  private mutating func add(performance record: RunRecord) throws(TableError) {
    guard let row = record.side.performance.flatMap(PerformanceFile.row) else { return }
    performanceRows += row + "\n"
    guard performanceRows.utf8.count > 1 << 16 else { return }
    try performance.write(performanceRows)
    performanceRows = ""
  }

  private mutating func add(notices text: String?) {
    guard let text else { return }
    for line in text.split(separator: "\n") where seenNotices.insert(line).inserted {
      notices.append(String(line))
    }
  }

  /// Completes the tables.
  private consuming func close() throws(TableError) {
    try performance.write(performanceRows)
    try performance.close()
    _ = try runs.close()
    _ = try summary.close()
  }
}

/// The mean start-up of runs that are added one by one.
struct StartUpMean {
  private var first: StartUpFile.Content?
  private var sums = [Double](repeating: 0, count: StartUp.batchCount)
  private var count = 0
  private var isEqual = true

  /// Adds the start-up of a run; nil if it has none.
  mutating func add(_ content: StartUpFile.Content?) {
    guard let content else { return }
    let first = first ?? content
    self.first = first
    isEqual = isEqual && content.course.period == first.course.period
    for batch in sums.indices { sums[batch] += content.course.matches[batch] }
    count += 1
  }

  /// The mean, with the warm-up of the first run; nil if there are no runs, or their periods differ.
  var content: StartUpFile.Content? {
    guard let first, isEqual else { return nil }
    let means = sums.map { $0 / Double(count) }
    return StartUpFile.Content(
      course: StartUp(period: first.course.period, matches: means), warmUp: first.warmUp)
  }
}
