import Foundation
import JSON5
import Metrics
import Models
import Quantities
public import RoadNetwork
import Tables

/// Executes a study in its folder, on several threads.
///
///     let runner = try StudyRunner(study, folder: "Results/radius", jobs: 8)
///     let results = try runner.run()
///
/// Results depend only on the study, not on `jobs`, interruptions, or the number of processes in the folder. A
/// finished run is never executed again.
public struct StudyRunner: ~Copyable {
  let study: Study
  let folder: StudyFolder
  let manifest: StudyManifest
  let lock: RangeLock
  let jobs: Int
  let grounds: GroundStock
  /// Whether the result folder of each run is kept, in a pack in `tables/`.
  public var keepsTables = false
  /// Whether `run()` writes the tables of the study; if not, a merge does.
  public var writesTables = true
  /// The runs to execute.
  public var shard = Shard.whole

  /// The folder of the same study whose finished runs are reused; nil for none.
  public var reused: String?

  /// Called with the progress of the study: the numbers of finished runs and of all runs, and the work done in
  /// current runs, in units of a run. Called by many threads, one at a time.
  public var progress: (@Sendable (StudyProgress) -> Void)?

  /// Returns whether the study should stop: current runs are completed, tables of existing runs are written, and
  /// `StudyInterruption` is thrown. Called by many threads.
  public var isStopped: @Sendable () -> Bool = { false }

  /// Called for unusable files of prepared routing, which are rebuilt; called by many threads.
  public var refused: (@Sendable (ArchiveError) -> Void)?

  /// Enters the folder of `study`.
  ///
  /// - Throws: `StudyError` if the folder contains something else, or is not writable.
  public init(
    _ study: Study, folder path: String, jobs: Int, method: RoutingMethod = .advised(questions: nil)
  ) throws {
    try self.init(
      study, StudyFolder(path: path, study.figures), max(1, jobs),
      GroundStock(folder: study.folder, method: method), nil)
  }

  /// Waits until no other search is active in the folder at `path`; called before a search for settings of `study`.
  /// The returned lock must be held during the search.
  ///
  /// Two concurrent commands are thus serialised, and the second one finds all runs.
  /// - Throws: `StudyError` if the folder contains something else, and `StudyInterruption` if stopped in the
  ///   meantime.
  static func search(
    _ study: Study, in path: String, isStopped: () -> Bool
  ) throws -> FileLock {
    let folder = StudyFolder(path: path, study.figures)
    try folder.check(StudyManifest(of: study, in: folder.path))
    do throws(SystemFault) { try FileSystem.makeFolder(folder.work) } catch {
      throw StudyError.unwritable(path: folder.path, reason: error)
    }
    while true {
      if let lock = FileLock(folder.work + "/search.lock", .exclusive, waits: false) { return lock }
      guard errno == EWOULDBLOCK else { throw StudyError.unwritable(path: folder.path, reason: .last) }
      guard !isStopped() else { throw StudyInterruption(finished: 0, total: study.points.count) }
      usleep(100_000)
    }
  }

  /// The maximum number of non-empty shards.
  var mostShards: Int {
    let rule = ReplicationRule(study.plan, study.figures)
    return study.points.count * (rule.isOpen ? 1 : rule.least)
  }

  /// Writes the tables of existing runs, with the replications required by `rule`; nil: that of the plan.
  func writeTables(_ rule: ReplicationRule? = nil) throws -> StudyResults {
    try folder.writeTables(manifest, rule ?? ReplicationRule(study.plan, study.figures))
  }

  /// Stores the progress of a search for the best settings in the folder, for `StudyStatus`; nil removes it.
  ///
  /// - Throws: `StudyError.unwritable`.
  func tell(_ tuning: TuningProgress?) throws(StudyError) {
    guard let tuning else {
      try? FileManager.default.removeItem(atPath: folder.tuning)
      return
    }
    do throws(TableError) { try AtomicFile.write(tuning.json.compact + "\n", to: folder.tuning) } catch {
      throw StudyError(error, in: folder)
    }
  }

  /// Continues in the same folder with `study`, whose points begin with the existing ones; prepared networks
  /// are kept.
  ///
  /// - Throws: `StudyError` if another process is active in the folder.
  consuming func going(on study: Study) throws -> StudyRunner {
    let (folder, jobs, grounds, progress, refused) = (folder, jobs, grounds, progress, refused)
    let isStopped = isStopped
    // The lock on the previous plan is released with its runner.
    _ = consume self
    var runner = try StudyRunner(study, folder, jobs, grounds, progress)
    runner.refused = refused
    runner.isStopped = isStopped
    return runner
  }

  private init(
    _ study: Study, _ folder: StudyFolder, _ jobs: Int, _ grounds: GroundStock,
    _ progress: (@Sendable (StudyProgress) -> Void)?
  ) throws {
    self.study = study
    self.jobs = jobs
    self.folder = folder
    manifest = StudyManifest(of: study, in: folder.path)
    lock = try folder.enter(manifest)
    self.grounds = grounds
    self.progress = progress
  }

  /// The comparison of a repeated run with the existing one.
  public enum Repetition: Sendable {
    case first
    case same
    case different
    /// The existing files were not written by the program.
    case damaged
  }

  /// Executes only the run called `id`, whether or not it is finished; if its row differs from the existing one, the
  /// new row is not kept.
  ///
  /// - Parameter searching: called from time to time with the share of the runs searched for the id, 0 … 1.
  /// - Throws: `StudyError.noRun`, and as `run()`.
  public func run(only id: String, searching: (Double) -> Void = { _ in }) throws -> Repetition {
    guard let item = find(id, searching) else { throw StudyError.noRun(id: id) }
    let before = folder.row(id)
    let point = study.points[item.point]
    guard case .claimed(let claim) = try RunClaim.acquire(for: id, in: folder, waits: true, again: true)
    else {
      preconditionFailure("a run that is asked for again is not passed over")
    }
    let execution = RunExecution(
      study: study, point: point, replication: item.replication,
      tables: keepsTables ? folder.unpacked(id) : nil)
    let result: RunExecution.Result
    do {
      result = try execution.carryOut(
        on: .shared(grounds.ground(of: point).ground), refused: refused, progress: nil)
    } catch {
      claim.abandon()
      throw error
    }
    let repetition: Repetition =
      before.map { $0 == result.row ? .same : .different } ?? (folder.store.isDamaged(id) ? .damaged : .first)
    let tables = try execution.takeTables()
    switch repetition {
    case .first: try claim.publish(result.record, tables: tables)
    case .same:
      if let tables { try folder.store.append(tables, of: result.row) }
      claim.abandon()
    // What is there is kept for inspection.
    case .different, .damaged: claim.abandon()
    }
    _ = try writeTables()
    return repetition
  }

  /// Returns the file with the run called `id`, and the id if the file also contains other runs.
  public func place(of id: String) -> String { folder.words(id) }

  private func find(_ id: String, _ searching: (Double) -> Void) -> RemainingRuns.Item? {
    let points = study.points
    // An existing run identifies its point.
    if let row = folder.row(id), let point = points.firstIndex(where: { $0.id == row.point }) {
      return RemainingRuns.Item(point: point, replication: row.replication)
    }
    let most = ReplicationRule(study.plan, study.figures).most
    for replication in 0..<most {
      if replication % 256 == 0 { searching(Double(replication) / Double(most)) }
      if let point = points.firstIndex(where: { $0.runID(replication: replication) == id }) {
        return RemainingRuns.Item(point: point, replication: replication)
      }
    }
    return nil
  }
}

extension StudyFolder {
  /// Rebuilds the tables from the existing runs required by `rule`.
  ///
  /// - Throws: `StudyError.unwritable`.
  func writeTables(_ manifest: StudyManifest, _ rule: ReplicationRule) throws(StudyError) -> StudyResults {
    // The last writer has seen all existing runs.
    guard let lock = FileLock(work + "/tables.lock", .exclusive, waits: true) else {
      throw .unwritable(path: path, reason: .last)
    }
    store.refresh(always: true)
    let results = try StudyPass.write(manifest, rule, of: self, into: self)
    var manifest = manifest
    manifest.notices = Array(results.notices.prefix(StudyManifest.noticesKept))
    do throws(TableError) { try AtomicFile.write(manifest.text, to: self.manifest) } catch {
      throw StudyError(error, in: self)
    }
    _ = consume lock
    return results
  }
}

/// The work of one thread of a study: it executes runs from the agenda until none remain.
struct StudyWorker: Sendable {
  let study: Study
  let folder: StudyFolder
  let grounds: GroundStock
  let agenda: RemainingRuns
  let keepsTables: Bool
  let watcher: ProgressWatcher?
  let refused: (@Sendable (ArchiveError) -> Void)?

  func work(_ number: Int) {
    do {
      while let item = try agenda.next() { try carryOut(item, number) }
    } catch {
      agenda.fail(error)
    }
  }

  func checkFailure() throws { _ = try agenda.next() }

  private func carryOut(_ item: RemainingRuns.Item, _ number: Int) throws {
    let point = study.points[item.point]
    let id = point.runID(replication: item.replication)
    switch try RunClaim.acquire(for: id, in: folder, waits: item.isHeld) {
    case .busy: agenda.postpone(item)
    case .finished(let row): agenda.finish(item, row)
    case .claimed(let claim):
      let execution = RunExecution(
        study: study, point: point, replication: item.replication,
        tables: keepsTables ? folder.unpacked(id) : nil)
      let result: RunExecution.Result
      do {
        let shared = try grounds.ground(of: point)
        // The run is under way, although it has nothing to report yet and may not before its end.
        watcher?.update(number, 0)
        result = try execution.carryOut(
          on: grounds.source(of: point, on: shared), refused: refused,
          progress: watcher.map { watcher in { share, _ in watcher.update(number, share) } })
      } catch {
        claim.abandon()
        throw error
      }
      try claim.publish(result.record, tables: execution.takeTables())
      agenda.finish(item, result.row)
    }
    watcher?.update(number, 0)
  }
}
