import Foundation
import JSON5
import Markets
import Metrics
import Models
import Scenario
import Tables

/// The manifest of a study folder: it identifies the study, and suffices to create its tables from its runs.
struct StudyManifest: Sendable {
  var scenarioID: String
  var version: String
  /// The version of the format of result folders; nil for studies of program versions before 1.0.0.
  var schemaVersion: Int? = Manifest.schemaVersion
  /// The folder to which the scenario's files are relative, itself relative to the study's folder.
  var scenarioFolder: String
  var plan: StudyPlan
  var points: [Point]
  /// The indices of points that belong together; empty for designs without trajectories or rows.
  var groups: [[Int]]
  var inputs: [InputFile]
  /// The resolved base scenario.
  var scenario: JSON
  /// The market of the scenario.
  var market: any MarketModel.Type
  /// The notices of existing runs about their input, without duplicates; ignored when comparing studies.
  var notices: [String] = []

  /// The maximum number of notices kept.
  static let noticesKept = 1000

  /// A point: its key, and the varied values as shown in tables.
  struct Point: Equatable, Sendable {
    var id: String
    var values: [String]
  }

  /// Creates the manifest of `study` in `folder`.
  init(of study: Study, in folder: String) {
    scenarioID = study.scenarioID
    version = study.version
    scenarioFolder = FilePath.way(from: folder, to: study.folder)
    plan = study.plan
    plan.scenario = study.base.name
    points = study.points.map { Point(id: $0.id, values: study.shown($0)) }
    groups = study.groups
    inputs = study.inputs
    scenario = study.base.resolved
    market = study.market
  }

  /// Reads the manifest in the file at `path`; nil if there is no such file.
  ///
  /// - Throws: `StudyError.damagedManifest` if it has other content.
  init?(at path: String) throws(StudyError) {
    guard let text = StudyFolder.text(path) else { return nil }
    let read = JSON(parsing: text)
    if let fault = read.flatMap({ Manifest.newerVersion(in: $0, file: path) }) { throw .newer(fault) }
    guard let json = read, let id = json["scenario_id"]?.words,
      let version = json["version"]?.words, let folder = json["scenario_folder"]?.words,
      let plan = json["plan"],
      let study = try? StudyPlan.load(text: plan.compact, file: path, markets: Markets.scenarios),
      let points = json["points"]?.items, let inputs = json["inputs"]?.items,
      let scenario = json["scenario"], let market = Markets.of(json)
    else { throw .damagedManifest(file: path) }
    scenarioID = id
    self.version = version
    schemaVersion = json[Manifest.schemaVersionKey]?.whole
    scenarioFolder = folder
    self.plan = study
    self.points = points.compactMap(Point.init)
    groups = (json[Self.groupsName(study)]?.items ?? []).compactMap { $0.items?.compactMap(\.whole) }
    self.inputs = inputs.compactMap(InputFile.init)
    self.scenario = scenario
    self.market = market
    notices = (json["notices"]?.items ?? []).compactMap(\.words)
    let width = study.variations.count
    guard self.points.count == points.count, self.inputs.count == inputs.count,
      self.points.allSatisfy({ $0.values.count == width && !$0.values.contains(where: \.beginsFormula) }),
      !study.variations.contains(where: \.field.beginsFormula),
      groups.joined().allSatisfy(self.points.indices.contains)
    else {
      throw .damagedManifest(file: path)
    }
  }

  /// Returns the name of the member with the groups of points.
  private static func groupsName(_ plan: StudyPlan) -> String {
    plan.design.method == .saltelli ? "rows" : "trajectories"
  }

  /// The figures of its runs.
  var figures: FigureList { market.figures(of: scenario, varying: fields) }

  /// The varied fields.
  var fields: [String] { plan.variations.map(\.field) }

  /// The content of manifest.json.
  var text: String { text(with: [.init("notices", .list(notices.map { .text($0) }))]) }

  /// The identity of the study: the manifest without the runs' notices and the version of the folder.
  var study: String {
    var plain = self
    plain.schemaVersion = nil
    return plain.text(with: [])
  }

  private func text(with more: [JSON.Member]) -> String {
    // Equal numbers may differ as JSON values: manifests are compared as written.
    let steps = JSON.list(groups.map { .list($0.map { .integer($0) }) })
    let schema = schemaVersion.map { [JSON.Member(Manifest.schemaVersionKey, .integer($0))] } ?? []
    let members: [JSON.Member] =
      [
        .init("scenario_id", .text(scenarioID)),
        .init("version", .text(version)),
      ] + schema + [
        .init("scenario_folder", .text(scenarioFolder)),
        .init("paths", .text(Manifest.pathBase)),
        .init("inputs", .list(inputs.map(\.json))),
        .init("plan", plan.resolved),
        .init("points", .list(points.map(\.json))),
        .init("scenario", scenario),
      ]
    return JSON.object(members + (groups.isEmpty ? [] : [.init(Self.groupsName(plan), steps)]) + more)
      .indented
  }
}

extension StudyManifest.Point {
  fileprivate var json: JSON {
    ["id": .text(id), "values": .list(values.map { .text($0) })]
  }

  fileprivate init?(_ json: JSON) {
    guard let id = json["id"]?.words, let values = json["values"]?.items else { return nil }
    self.id = id
    self.values = values.compactMap(\.words)
  }
}

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
  /// - Throws: `StudyError` if a folder contains no study, or a different one from the first folder.
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

  /// Copies the runs of all shards to the folder `path`, which may be one of them, and writes its tables.
  ///
  /// - Throws: `StudyError` if the folder contains something else or is not writable, if two folders have different
  ///   figures for one run, or if a shard's figures have former names.
  public func write(to path: String) throws(StudyError) -> StudyResults {
    var manifest = manifests[0]
    let folder = StudyFolder(path: path, manifest.figures)
    manifest.scenarioFolder = FilePath.way(
      from: path, to: shards[0].path + "/" + manifest.scenarioFolder)
    manifest.notices = []
    let lock = try folder.enter(manifest)
    var damaged: [String] = []
    for (shard, manifest) in zip(shards, manifests) where shard.path != folder.path {
      // A store of its own, which is released before the next one is read.
      let shard = StudyFolder(path: shard.path, manifest.figures)
      shard.store.open(verifying: true)
      if let former = shard.store.formerName { throw .formerName(former) }
      for id in shard.store.ids {
        if let record = shard.store.record(id) { try folder.adopt(record, from: shard) }
      }
      damaged += shard.store.damaged + shard.store.foreignPacks
    }
    // The shards may be removed next.
    try folder.store.synchronise()
    var results = try folder.writeTables(manifest, ReplicationRule(manifest.plan, folder.form.figures))
    results.damaged = damaged.sorted()
    _ = consume lock
    return results
  }
}

extension StudyManifest {
  /// Returns whether both manifests describe the same study, regardless of the location of the folders.
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
