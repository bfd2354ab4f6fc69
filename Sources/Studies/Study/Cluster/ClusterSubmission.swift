import Foundation
import Quoting
import Tables

/// Hands a study to a cluster under Slurm: shards as an array of jobs, and behind them a job that merges.
///
/// The same submission again goes on with what is missing, with as many shards as it says then.
public struct ClusterSubmission {
  private let folder: ClusterFolder
  private let path: String
  private let queue: SlurmQueue

  /// The outcome of a submission.
  public enum Outcome {
    case submitted(ClusterJobs)
    /// Jobs of an earlier one are still queued or running.
    case underWay(ClusterJobs)
    /// Nothing was missing.
    case complete(StudyResults)
  }

  /// The submission of the study whose folder is `path`.
  ///
  /// - Throws: `SlurmError.missing` where the commands of Slurm are not there.
  public init(folder path: String, queue: SlurmQueue = SlurmQueue()) throws(SlurmError) {
    for program in ["sbatch", "squeue", "scontrol"] where !queue.has(program) {
      throw .missing(program: program)
    }
    self.path = path
    self.queue = queue
    folder = ClusterFolder(study: path)
  }

  /// The jobs of the last submission, where they are still queued or running.
  ///
  /// - Throws: `SlurmError.silent` where Slurm does not say.
  public func underWay() throws(SlurmError) -> ClusterJobs? {
    guard let jobs = ClusterJobs(in: folder) else { return nil }
    guard let states = queue.states(of: jobs) else { throw .silent(job: jobs.array) }
    return states.isEmpty ? nil : jobs
  }

  /// Submits what is missing of `study`, as `scripts` say, of which no more shards are taken than there are runs.
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
    // Before the study may get another plan: the shards have that of the last submission.
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
