import Foundation
import JSON5
import Tables

/// The files in `slurm/` of a study executed on a cluster.
///
/// | file | holds |
/// |---|---|
/// | `submit.sh` | the two calls of `sbatch` |
/// | `shard.sh`, `merge.sh` | what the tasks of the array do, and the job behind them |
/// | `jobs.json` | what was submitted last |
/// | `shards/K/` | the study folder of shard K; gone when the study is whole |
/// | `state/K` | what became of it last: `running HOST`, `waiting`, `finished`, `failed CODE` |
/// | `logs/` | what the tasks and the merge said |
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
