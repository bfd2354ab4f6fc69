import Foundation
import Metrics
import Quantities
import Tables

extension StudyRunner {
  /// Executes the missing runs, and writes the tables of the study.
  ///
  /// This is also how a study resumes: runs with a valid row in the folder are skipped.
  ///
  /// - Throws: the error of a run, or `StudyInterruption`; finished runs are kept.
  public func run() throws -> StudyResults {
    let carried = try carryOut(ReplicationRule(study.plan, study.figures), keepsRows: false)
    guard writesTables else { return StudyResults(of: manifest, damaged: carried.damaged) }
    var results = try writeTables()
    results.damaged = carried.damaged
    return results
  }

  /// The outcome of executing runs.
  struct Carried {
    /// The rows by point and replication; empty if not requested.
    var rows: [[Int: RunRow]]
    /// The runs whose files were found modified, in alphabetical order.
    var damaged: [String]

    /// Returns the values of `columns` among `figures` in the first `counts` replications of each point, by point,
    /// replication and column.
    func values(of columns: [FigureColumn], _ counts: [Int], _ figures: FigureList) -> [[[Double?]]] {
      let places = columns.map(figures.index)
      return zip(rows, counts).map { rows, count in
        (0..<count).map { replication in
          let values = rows[replication]?.values
          return places.map { place in place.flatMap { values?[$0] } }
        }
      }
    }
  }

  /// Executes the runs missing under `rule`.
  ///
  /// - Throws: as `run()`.
  func carryOut(_ rule: ReplicationRule, keepsRows: Bool = true) throws -> Carried {
    let damaged = folder.store.damaged
    folder.store.refresh(always: true)
    let reused = try reusedFolder()
    let agenda = try RemainingRuns(study, rule, shard: shard, keepsRows: keepsRows, isStopped: isStopped) {
      [folder] id, withRow in
      if folder.store.has(id) {
        guard withRow else { return .present }
        if let row = folder.row(id) { return .row(row) }
      }
      guard let reused, let record = reused.store.record(id) else { return nil }
      try folder.adopt(record, from: reused)
      return .row(record.row)
    }
    let watcher = ProgressWatcher(agenda, jobs: jobs, report: progress)
    let worker = StudyWorker(
      study: study, folder: folder, grounds: grounds, agenda: agenda, keepsTables: keepsTables,
      watcher: progress == nil ? nil : watcher, refused: refused)
    Memory.keepFreed()
    Threads.perform(jobs, on: ProcessInfo.processInfo.activeProcessorCount) { worker.work($0) }
    Memory.giveBack()
    do {
      try worker.checkFailure()
    } catch let interruption as StudyInterruption {
      // The tables then show existing runs as a complete study would.
      if writesTables { _ = try writeTables(rule) }
      throw StudyInterruption(finished: agenda.state.before + agenda.state.done, total: interruption.total)
    }
    return Carried(rows: agenda.finished, damaged: damaged)
  }

  /// Returns the folder of the study whose finished runs are reused; nil for none.
  ///
  /// - Throws: `StudyError` if there is no study, or one of another version, whose runs may differ.
  private func reusedFolder() throws(StudyError) -> StudyFolder? {
    guard let path = reused else { return nil }
    let file = path + "/" + StudyFolder.manifestName
    guard let other = try StudyManifest(at: file) else { throw .notAStudy(folder: path) }
    guard other.version == manifest.version else {
      throw .otherReusedVersion(folder: path, found: other.version, expected: manifest.version)
    }
    return StudyFolder(path: path, study.figures)
  }
}
