import Foundation
import JSON5
import Metrics
import Scenario
import Tables

/// The folders of shards, to be made one study.
///
///     let results = try StudyMerge(["Results/s1", "Results/s2"]).write(to: "Results/all")
///
/// The result is byte for byte what the whole study would have written, but for performance.csv.
public struct StudyMerge {
  private let shards: [StudyFolder]
  private let manifests: [StudyManifest]

  /// The first folder's manifest of the study.
  var manifest: StudyManifest { manifests[0] }

  /// The study's name.
  public var name: String { manifests[0].plan.name }

  /// The master seed.
  public var seed: UInt64 { manifests[0].seed }

  /// Reads what the folders `paths` say of themselves.
  ///
  /// - Precondition: there is one.
  /// - Throws: `StudyError` where one holds no study, or another one than the first.
  public init(_ paths: [String]) throws(StudyError) {
    precondition(!paths.isEmpty, "a merge needs a folder")
    var shards: [StudyFolder] = []
    var manifests: [StudyManifest] = []
    for path in paths {
      guard let manifest = try StudyManifest(at: path + "/" + StudyFolder.manifestName) else {
        throw .notAStudy(folder: path)
      }
      let folder = StudyFolder(path: path, manifest.figures)
      if let first = manifests.first, !first.isSameStudy(as: manifest) {
        throw .otherStudy(folder: path, first: shards[0].path)
      }
      shards.append(folder)
      manifests.append(manifest)
    }
    self.shards = shards
    self.manifests = manifests
  }

  /// Reads what the shards say that a cluster carries out of the study in `folder`, or the study itself where none has
  /// begun.
  ///
  /// - Throws: `StudyError` where there is no study.
  public init(gathering folder: String) throws(StudyError) {
    let shards = ClusterFolder(study: folder).begun
    try self.init(shards.isEmpty ? [folder] : shards)
  }

  /// Removes the shards that a cluster carried out of the study in `folder`, all of which it holds.
  public static func clearShards(of folder: String) { ClusterFolder(study: folder).clearShards() }

  /// Puts the runs of all shards into the folder `path`, which may be one of them, and makes its tables.
  ///
  /// - Throws: `StudyError` where the folder holds something else or cannot be written, where two folders hold different
  ///   figures of one run, or where a shard's figures have former names.
  public func write(to path: String) throws(StudyError) -> StudyResults {
    var manifest = manifests[0]
    let folder = StudyFolder(path: path, manifest.figures)
    manifest.scenarioFolder = FilePath.way(
      from: path, to: shards[0].path + "/" + manifest.scenarioFolder)
    manifest.notices = []
    let lock = try folder.enter(manifest)
    var damaged: [String] = []
    for shard in shards where shard.path != folder.path {
      for id in shard.finished {
        if let row = shard.row(id) {
          try folder.adopt(row, from: shard)
        } else if let former = shard.formerName(in: id) {
          throw .formerName(former)
        } else {
          damaged.append(shard.run(id))
        }
      }
    }
    var results = try folder.writeTables(manifest, ReplicationRule(manifest.plan, folder.form.figures))
    results.damaged = damaged.sorted()
    _ = consume lock
    return results
  }
}

extension StudyManifest {
  /// Tells whether runs of both belong together, wherever the folders lie.
  fileprivate func isSameStudy(as other: Self) -> Bool {
    var moved = other
    moved.scenarioFolder = scenarioFolder
    return study == moved.study
  }

  /// The master seed.
  fileprivate var seed: UInt64 {
    guard case .integer(let seed)? = scenario["seed"] else { return 0 }
    return UInt64(clamping: seed)
  }
}
