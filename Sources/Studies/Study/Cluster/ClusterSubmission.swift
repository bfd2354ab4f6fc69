import Foundation
import JSON5
import Quoting
import Tables

/// Submits a study to a cluster under Slurm: the shards as an array of jobs, followed by a merging job.
///
/// A repeated submission submits the runs still missing, in as many shards as it specifies.
public struct ClusterSubmission {
  private let folder: ClusterFolder
  private let path: String
  private let queue: SlurmQueue

  /// The outcome of a submission.
  public enum Outcome {
    case submitted(ClusterJobs)
    /// Jobs of an earlier submission are still queued or running.
    case underWay(ClusterJobs)
    /// No runs were missing.
    case complete(StudyResults)
  }

  /// Creates the submission of the study in the folder `path`.
  ///
  /// - Throws: `SlurmError.missing` if the Slurm commands are not installed.
  public init(folder path: String, queue: SlurmQueue = SlurmQueue()) throws(SlurmError) {
    for program in ["sbatch", "squeue", "scontrol"] where !queue.has(program) {
      throw .missing(program: program)
    }
    self.path = path
    self.queue = queue
    folder = ClusterFolder(study: path)
  }

  /// Returns the jobs of the last submission if they are still queued or running.
  ///
  /// - Throws: `SlurmError.silent` if Slurm does not report their state.
  public func underWay() throws(SlurmError) -> ClusterJobs? {
    guard let jobs = ClusterJobs(in: folder) else { return nil }
    guard let states = queue.states(of: jobs) else { throw .silent(job: jobs.array) }
    return states.isEmpty ? nil : jobs
  }

  /// Submits the missing runs of `study` with `scripts`, with no more shards than runs.
  ///
  /// - Throws: `SlurmError`, `StudyError`.
  public func submit(_ study: Study, _ scripts: SlurmScripts) throws -> Outcome {
    var scripts = scripts
    try StudyFolder(path: path, study.figures).check(StudyManifest(of: study, in: path))
    try make([folder.path])
    guard let lock = FileLock(folder.path + "/submit.lock", .exclusive, waits: true) else {
      throw StudyError.unwritable(path: folder.path, reason: .last)
    }
    if let jobs = try underWay() { return .underWay(jobs) }
    // Before the study's plan may change: the shards have the plan of the last submission.
    if !folder.begun.isEmpty {
      _ = try StudyMerge(gathering: path).write(to: path)
      folder.clearShards()
    }
    let runner = try StudyRunner(study, folder: path, jobs: 1)
    let results = try runner.writeTables()
    guard results.missing > 0 else { return .complete(results) }
    scripts.shards = min(scripts.shards, runner.mostShards)
    try make([folder.logs, folder.states, folder.shards])
    try write(scripts.shard, to: folder.shardScript)
    try write(scripts.merge, to: folder.mergeScript)
    try write(scripts.submission, to: folder.submission)
    let jobs = try queue.submit(folder, shards: scripts.shards)
    try write(jobs.text, to: folder.jobs)
    _ = consume lock
    return .submitted(jobs)
  }

  private func make(_ folders: [String]) throws(StudyError) {
    for folder in folders {
      do throws(SystemFault) { try FileSystem.makeFolder(folder) } catch {
        throw .unwritable(path: path, reason: error)
      }
    }
  }

  private func write(_ script: ShellCode, to file: String) throws(StudyError) {
    try write(script.text, to: file)
  }

  private func write(_ text: String, to file: String) throws(StudyError) {
    do throws(TableError) { try AtomicFile.write(text, to: file) } catch {
      throw StudyError(error, inFolder: path)
    }
  }
}

/// The files in `slurm/` of a study executed on a cluster.
///
/// | file | content |
/// |---|---|
/// | `submit.sh` | the two calls of `sbatch` |
/// | `shard.sh`, `merge.sh` | the scripts of the array's tasks and of the merging job |
/// | `jobs.json` | the last submission |
/// | `shards/K/` | the study folder of shard K; removed when the study is complete |
/// | `state/K` | its last state: `running HOST`, `waiting`, `finished`, `failed CODE` |
/// | `logs/` | the output of the tasks and of the merge |
struct ClusterFolder: Sendable {
  let path: String

  /// The name of the folder inside that of the study.
  static let name = "slurm"

  init(study: String) { path = study + "/" + Self.name }

  var submission: String { path + "/submit.sh" }
  var shardScript: String { path + "/shard.sh" }
  var mergeScript: String { path + "/merge.sh" }
  var jobs: String { path + "/jobs.json" }
  var shards: String { path + "/shards" }
  var states: String { path + "/state" }
  var logs: String { path + "/logs" }

  func shard(_ number: Int) -> String { "\(shards)/\(number)" }
  func state(_ number: Int) -> String { "\(states)/\(number)" }
  func log(_ number: Int) -> String { "\(logs)/shard-\(number).log" }

  /// The folders of the started shards, by number.
  var begun: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: shards)) ?? []
    return names.compactMap { Int($0) }.sorted().map(shard).filter {
      FileSystem.exists($0 + "/" + StudyFolder.manifestName)
    }
  }

  /// Removes the folders and states of the shards, once their content has been copied elsewhere.
  func clearShards() {
    // Folders that cannot be removed are merged again, without effect.
    FileSystem.remove(shards)
    FileSystem.remove(states)
  }
}

/// The cluster jobs of a study.
public struct ClusterJobs: Equatable, Sendable {
  /// The number of the array job.
  public var array: String
  /// The number of the merging job.
  public var merge: String
  /// The number of tasks in the array.
  public var shards: Int

  init(array: String, merge: String, shards: Int) {
    self.array = array
    self.merge = merge
    self.shards = shards
  }

  /// Reads the jobs stored in `folder`; nil if there are none.
  init?(in folder: ClusterFolder) {
    guard let json = StudyFolder.text(folder.jobs).flatMap({ JSON(parsing: $0) }),
      let array = json["array_job"]?.words, let merge = json["merge_job"]?.words,
      let shards = json["shards"]?.whole, (1...SlurmScripts.mostShards).contains(shards)
    else { return nil }
    self.init(array: array, merge: merge, shards: shards)
  }

  /// The content of `jobs.json`.
  var text: String {
    JSON.object([
      .init("array_job", .text(array)), .init("merge_job", .text(merge)),
      .init("shards", .integer(shards)),
    ]).indented
  }
}
