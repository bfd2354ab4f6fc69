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
/// | `warm_up.csv` | the results of MSER-5 for each stationary point, rebuilt from `start-up/` |
/// | `performance.csv` | the computing times of the runs, rebuilt from `performance/` |
/// | `runs/RUN_ID.csv` | a finished run; never removed |
/// | `performance/RUN_ID.csv` | its computing time |
/// | `start-up/RUN_ID.csv` | its matches over time, if the scenario is stationary |
/// | `notices/RUN_ID.txt` | its notices about the input, one sentence per line; absent if there are none |
/// | `tables/RUN_ID/` | its result folder, if tables are kept |
/// | `slurm/` | the scripts and the state of a cluster (`ClusterFolder`) |
/// | `.work/` | locks, and runs being executed |
///
/// Any number of processes may work in one folder.
struct StudyFolder: Sendable {
  let path: String
  /// The format of the files in `runs/`.
  let form: RunRow.Form

  /// Creates the folder at `path` for a study with `figures`.
  init(path: String, _ figures: FigureList) {
    form = RunRow.Form(figures)
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The file that describes the study.
  static let manifestName = "manifest.json"

  var manifest: String { path + "/" + Self.manifestName }
  var runs: String { path + "/runs" }
  var performance: String { path + "/performance" }
  var startUps: String { path + "/start-up" }
  var notices: String { path + "/notices" }
  var tables: String { path + "/tables" }
  var work: String { path + "/.work" }
  /// The progress of a current search for the best settings.
  var tuning: String { work + "/tuning" }

  func run(_ id: String) -> String { "\(runs)/\(id).csv" }
  func performance(_ id: String) -> String { "\(performance)/\(id).csv" }
  func startUp(_ id: String) -> String { "\(startUps)/\(id).csv" }
  /// The figures of the halves of a run.
  func halves(_ id: String) -> String { "\(startUps)/\(id).halves.csv" }
  func notices(_ id: String) -> String { "\(notices)/\(id).txt" }
  func tables(_ id: String) -> String { "\(tables)/\(id)" }
  func inFlight(_ id: String) -> String { "\(work)/\(id)" }

  /// Creates missing folders.
  ///
  /// - Throws: `StudyError.unwritable`, also if one of them is a symbolic link, whose target must not be modified.
  func make() throws(StudyError) {
    let folders = [runs, performance, startUps, notices, tables, work, path + "/" + ClusterFolder.name]
    if let link = folders.first(where: FileSystem.isLink) {
      let name = String(link.dropFirst(path.count + 1))
      throw .unwritable(
        path: path, reason: "`\(name)` is a symbolic link; use a real folder, or link the whole study folder"
      )
    }
    do throws(SystemFault) {
      for folder in [runs, performance, work] { try FileSystem.makeFolder(folder) }
    } catch {
      throw .unwritable(path: path, reason: error)
    }
  }

  /// Returns the finished run called `id`; nil if there is none, or one of its files is damaged.
  func row(_ id: String) -> RunRow? {
    guard let text = Self.text(run(id)), let row = RunRow(text, form, course: course(of: id)),
      row.runID == id
    else { return nil }
    return row
  }

  /// Returns the content of the files of run `id` in `start-up/`, which its checksum covers; nil if it has none.
  private func course(of id: String) -> String? {
    let texts = [Self.text(startUp(id)), Self.text(halves(id))].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined()
  }

  /// Returns the first column of the file of run `id` with a different current name; nil if there is none.
  func formerName(in id: String) -> FormerName? {
    let header = Self.text(run(id))?.prefix { $0 != "\n" }
    return header.flatMap { FormerName(among: $0.split(separator: ",").map(String.init), of: run(id)) }
  }

  /// Returns whether the finished run called `id` has a modified file.
  func isDamaged(_ id: String) -> Bool {
    FileSystem.exists(run(id)) && row(id) == nil
  }

  /// The names of the files in `runs`, without extension, in alphabetical order.
  var finished: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: runs)) ?? []
    return names.filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }.sorted()
  }

  /// Returns the notices of the runs `ids` about their input, without duplicates, in the order of the runs.
  func notices(of ids: some Sequence<String>) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: notices)) ?? []
    let present = Set(names)
    var seen: Set<Substring> = []
    var sentences: [String] = []
    for id in ids where present.contains(id + ".txt") {
      for line in (Self.text(notices(id)) ?? "").split(separator: "\n") where seen.insert(line).inserted {
        sentences.append(String(line))
      }
    }
    return sentences
  }

  /// Returns the content of the file at `path`; nil if it cannot be read.
  static func text(_ path: String) -> String? {
    guard FileSystem.exists(path) else { return nil }
    return try? FileBytes(contentsOf: path).text
  }

  /// Removes the leftovers of ended processes; files being written are locked.
  func clearWork() {
    guard let folder = OpenFolder(work) else { return }
    for name in folder.names where !name.hasSuffix(".lock") && !name.hasPrefix(WrittenFiles.name) {
      folder.removeUnlocked(name)
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
  /// Enters the folder to work on the study of `manifest`; the returned lock must be held during the work, to signal it
  /// to other processes.
  ///
  /// A folder of the same scenario and version may get another plan, unless a process is executing the current
  /// one: runs common to both plans are not repeated.
  /// - Throws: `StudyError` if the folder contains something else, or is not writable.
  func enter(_ manifest: StudyManifest) throws(StudyError) -> FileLock {
    // Before anything is created: a rejected folder stays unchanged.
    try check(manifest)
    try WrittenFiles(study: path).check()
    try make()
    while true {
      if let lock = FileLock(work + "/study.lock", .exclusive, waits: false) {
        if try !holds(manifest) {
          do throws(TableError) { try AtomicFile.write(manifest.text, to: self.manifest) } catch {
            throw StudyError(error, in: self)
          }
        }
        clearWork()
        // In between another process may have changed the plan.
        if lock.turn(into: .shared, waits: true), try holds(manifest) { return lock }
      } else {
        guard let lock = FileLock(work + "/study.lock", .shared, waits: true) else {
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
  /// Adopts the finished run of `row` from another folder of the study, unless it already exists here.
  ///
  /// - Throws: `StudyError.conflictingRuns` if it exists here with other figures, `unwritable`.
  func adopt(_ row: RunRow, from other: StudyFolder) throws(StudyError) {
    switch try RunClaim.acquire(for: row.runID, in: self, waits: true) {
    case .finished(let present):
      guard present == row else {
        throw .conflictingRuns(file: other.run(row.runID), other: run(row.runID))
      }
    case .claimed(let claim):
      try adoptTables(row.runID, from: other)
      try claim.publish(from: other)
    case .busy: preconditionFailure("whoever waits is not sent away")
    }
  }

  private func adoptTables(_ id: String, from other: StudyFolder) throws(StudyError) {
    let files = FileManager.default
    guard files.fileExists(atPath: other.tables(id)) else { return }
    do {
      let copy = try ResultFolder(path: tables(id), replacing: true)
      for name in try files.contentsOfDirectory(atPath: other.tables(id)) {
        let (from, to) = (other.tables(id) + "/" + name, copy.partial + "/" + name)
        if link(from, to) != 0 { try files.copyItem(atPath: from, toPath: to) }
      }
      try copy.close()
    } catch let error as ResultFolderError {
      throw .unwritable(path: path, reason: "the tables of run \(id) cannot be copied: \(error)")
    } catch {
      throw .unwritable(path: path, reason: "the tables of run \(id) cannot be copied")
    }
  }
}
