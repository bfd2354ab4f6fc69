import Foundation
import Glibc
import Metrics
import Scenario
import Tables

/// The files of a study.
///
/// | file | content |
/// |---|---|
/// | `manifest.json` | the study: scenario, plan, points |
/// | `runs.csv`, `summary.csv` | the results, rebuilt from `runs/` |
/// | `warm_up.csv` | the results of MSER-5 for each stationary point, rebuilt from `runs/` |
/// | `performance.csv` | the computing times of the runs, rebuilt from `runs/` |
/// | `runs/*.runs` | the finished runs, in append-only packs, one for each process working at the same time |
/// | `tables/*.tables` | their result folders, in packs as well, if tables are kept |
/// | `*.index` | the positions of the runs in the pack of this name; rebuilt if missing |
/// | `slurm/` | the scripts and the state of a cluster (`ClusterFolder`) |
/// | `.work/` | locks |
///
/// Earlier versions wrote separate files for each run (`FormerRuns`), which are still valid. Any number of processes
/// may work in one folder.
struct StudyFolder: Sendable {
  let path: String
  /// The format of the rows of runs.
  let form: RunRow.Form
  /// The finished runs.
  let store: RunStore

  /// Creates the folder at `path` for a study with `figures`.
  init(path: String, _ figures: FigureList) {
    form = RunRow.Form(figures)
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    store = RunStore(path: self.path, form)
  }

  /// The file that describes the study.
  static let manifestName = "manifest.json"

  var manifest: String { path + "/" + Self.manifestName }
  var runs: String { path + "/runs" }
  var tables: String { path + "/tables" }
  var work: String { path + "/.work" }
  /// The file whose byte 0 is the lock of the study, and whose other bytes are the locks of its runs.
  var lock: String { work + "/study.lock" }
  /// The file with the progress of a current search for the best settings.
  var tuning: String { work + "/tuning" }

  /// The temporary result folder of run `id`, whose files are appended to a pack.
  func unpacked(_ id: String) -> String { "\(work)/\(id)\(Self.unpackedEnding)" }

  private static let unpackedEnding = ".unpacked"

  /// Creates missing folders.
  ///
  /// - Throws: `StudyError.unwritable`, also if one of them is a symbolic link, whose target must not be modified.
  func make() throws(StudyError) {
    let folders = ["runs", "performance", "start-up", "notices", "tables", ".work", ClusterFolder.name]
    if let name = folders.first(where: { FileSystem.isLink("\(path)/\($0)") }) {
      throw .unwritable(
        path: path, reason: "`\(name)` is a symbolic link; use a real folder, or link the whole study folder"
      )
    }
    do throws(SystemFault) {
      for folder in [runs, work] { try FileSystem.makeFolder(folder) }
    } catch {
      throw .unwritable(path: path, reason: error)
    }
  }

  /// Returns the row of the finished run called `id`; nil if there is none, or it is damaged.
  func row(_ id: String) -> RunRow? { store.record(id)?.row }

  /// Returns the content of the file at `path`; nil if it cannot be read.
  static func text(_ path: String) -> String? {
    guard FileSystem.exists(path) else { return nil }
    return try? FileBytes(contentsOf: path).text
  }

  /// Removes the files of processes that have ended. Files still being written are locked, and are skipped.
  ///
  /// - Precondition: the study's exclusive lock is held.
  func clearWork() {
    guard let folder = OpenFolder(work) else { return }
    for name in folder.names where !name.hasSuffix(".lock") && !name.hasPrefix(WrittenFiles.name) {
      if name.hasSuffix(Self.unpackedEnding) {
        // Without locks, another process may be working on it.
        if let lock = FolderLock(work + "/" + name), lock.holds { FileSystem.remove(work + "/" + name) }
      } else {
        folder.removeUnlocked(name)
      }
    }
  }
}

/// The error thrown when a study is stopped on request: finished runs are kept, and the study can be resumed.
public struct StudyInterruption: Error, CustomStringConvertible {
  /// The number of finished runs, including those of earlier calls.
  public let finished: Int
  /// The expected total number of runs.
  public let total: Int

  public var description: String { "\(finished) of \(total) runs are done" }
}

extension StudyFolder {
  /// Opens the folder for work on the study of `manifest`. The returned lock must be held during the work, as a
  /// signal to other processes.
  ///
  /// A folder of the same scenario and version may be given another plan, unless a process is executing the current
  /// one: runs common to both plans are not repeated.
  /// - Throws: `StudyError` if the folder contains something else, or is not writable.
  func enter(_ manifest: StudyManifest) throws(StudyError) -> RangeLock {
    // Before anything is created: a rejected folder stays unchanged.
    try check(manifest)
    try WrittenFiles(study: path).check()
    try make()
    // Damaged runs then count as missing.
    store.open(verifying: true)
    while true {
      if let lock = RangeLock(self.lock, at: 0, .exclusive, waits: false) {
        if try !holds(manifest) {
          do throws(TableError) { try AtomicFile.write(manifest.text, to: self.manifest) } catch {
            throw StudyError(error, in: self)
          }
        }
        clearWork()
        // In between another process may have changed the plan.
        if lock.turn(into: .shared, waits: true), try holds(manifest) { return lock }
      } else {
        guard let lock = RangeLock(self.lock, at: 0, .shared, waits: true) else {
          throw .unwritable(path: path, reason: .last)
        }
        if try holds(manifest) { return lock }
        // A missing manifest means that its writer has ended.
        guard !FileManager.default.fileExists(atPath: self.manifest) else { throw .inUse(folder: path) }
      }
    }
  }

  /// Performs the checks of `enter`, without creating anything.
  ///
  /// - Throws: `StudyError` if the folder contains something else.
  func check(_ manifest: StudyManifest) throws(StudyError) {
    try checkContent()
    _ = try holds(manifest)
  }

  /// Returns whether the folder contains the study of `manifest`.
  ///
  /// - Throws: `StudyError` if it contains one of another scenario or version.
  private func holds(_ manifest: StudyManifest) throws(StudyError) -> Bool {
    guard Self.text(self.manifest) != manifest.text else { return true }
    guard let present = try StudyManifest(at: self.manifest) else { return false }
    guard present.study != manifest.study else { return true }
    guard present.version == manifest.version else {
      throw .otherVersion(folder: path, found: present.version, expected: manifest.version)
    }
    guard present.scenarioID == manifest.scenarioID else {
      throw .otherScenario(folder: path, name: present.plan.scenario)
    }
    return false
  }

  /// Rejects a folder with other content.
  func checkContent() throws(StudyError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else { throw .notAStudy(folder: path) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    // Without a manifest, its first process is still writing it, or was killed in the meantime.
    let isStudy =
      names.contains("manifest.json")
      || names.allSatisfy {
        [".work", "runs", "performance", "start-up", "notices", ClusterFolder.name].contains($0)
          || $0.hasPrefix("manifest.json.")
      }
    guard isStudy else { throw .notAStudy(folder: path) }
  }
}

extension StudyFolder {
  /// Copies the finished run `record` from another folder of the study, unless it already exists here.
  ///
  /// - Throws: `StudyError.conflictingRuns` if it exists here with other figures, `unwritable`.
  func adopt(_ record: RunRecord, from other: StudyFolder) throws(StudyError) {
    let id = record.row.runID
    if let present = store.record(id) {
      guard present.row == record.row else {
        throw .conflictingRuns(file: other.words(id), other: words(id))
      }
      return
    }
    if let tables = other.store.tables(id) { try store.append(tables, of: record.row) }
    if let sealed = other.store.sealed(id) { return try store.append(sealed) }
    try store.append(record)
  }

  /// Returns the description of the run called `id` in messages: the file with its row, and its id if the file also
  /// contains other runs.
  func words(_ id: String) -> String {
    let file = store.damagedFile(id) ?? path
    return file.hasSuffix("\(id).csv") ? file : "\(file) (run \(id))"
  }
}
