import Foundation
import JSON5
import Metrics
import Scenario
import Tables

/// Merges the folders of shards into one study.
///
///     let results = try StudyMerge(["Results/s1", "Results/s2"]).write(to: "Results/all")
///
/// The result is byte-identical to that of the undivided study, except for performance.csv.
public struct StudyMerge {
  private let shards: [StudyFolder]
  private let manifests: [StudyManifest]

  /// The manifest in the first folder.
  var manifest: StudyManifest { manifests[0] }

  /// The study's name.
  public var name: String { manifests[0].plan.name }

  /// The master seed.
  public var seed: UInt64 { manifests[0].seed }

  /// Reads the manifests in the folders `paths`.
  ///
  /// - Precondition: there is at least one.
  /// - Throws: `StudyError` if one does not contain a study, or another one than the first.
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

  /// Reads the manifests of a cluster's shards of the study in `folder`, or that of the study itself if none has
  /// started.
  ///
  /// - Throws: `StudyError` if there is no study.
  public init(gathering folder: String) throws(StudyError) {
    let shards = ClusterFolder(study: folder).begun
    try self.init(shards.isEmpty ? [folder] : shards)
  }

  /// Removes the cluster's shards of the study in `folder`, once it contains all their runs.
  public static func clearShards(of folder: String) { ClusterFolder(study: folder).clearShards() }

  /// Copies the runs of all shards to the folder `path`, which may be one of them, and makes its tables.
  ///
  /// - Throws: `StudyError` if the folder contains something else or is not writable, if two folders have different
  ///   figures of one run, or if a shard's figures have former names.
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
  /// Returns whether runs of both belong to the same study, wherever the folders are.
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
