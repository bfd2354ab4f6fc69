import Foundation
import Ground
import JSON5
import Markets
import Metrics
import Models
import Report
import Run
import Scenario
import Study
import Tables

/// Packs the result folder of a run or a study.
struct ArchivePacker {
  private let folder: String
  private let packsInputs: Bool
  private let staging: Staging

  /// Creates the packer of `folder`.
  ///
  /// - Parameter packsInputs: whether input files are packed; otherwise the archive contains only their digests.
  init(folder: String, packsInputs: Bool) throws {
    self.folder = folder
    self.packsInputs = packsInputs
    staging = try Staging()
  }

  /// Returns the archive, after checking that its results are complete and unchanged, that the input files are those
  /// that were used, and that the identities of the runs can be recomputed from the packed files.
  ///
  /// - Throws: `ResultArchiveError`, `StudyError`, `RecordedRunError`, `TableError`.
  func archive() throws -> ResultArchive {
    let file = folder + "/" + ResultArchive.manifest
    guard FileSystem.exists(file) else { throw ResultArchiveError.notResults(folder: folder) }
    guard let json = JSON(parsing: try FileBytes(contentsOf: file).text) else {
      throw ResultArchiveError.notResults(folder: folder)
    }
    if let fault = Manifest.newerVersion(in: json, file: file) { throw ReportError.newer(fault) }
    return try json["plan"] == nil ? run() : study(json)
  }

  private func run() throws -> ResultArchive {
    let recorded = try RecordedRun(folder: folder)
    var archive = try begun(
      .run, name: recorded.identity.scenario, recorded.manifest["versions"]?["detour"]?.words,
      recorded.manifest, inputs: recorded.inputs, scenarioFolder: recorded.scenarioFolder, more: [])
    for table in recorded.manifest["tables"]?.items ?? [] {
      // Timings differ in each run and have no digest.
      guard let name = table["file"]?.words, let sha = table["sha256_without_run_id"]?.words else { continue }
      let path = folder + "/" + name
      guard try Digest.ofTable(path, constant: ("run_id", recorded.identity.runID)) == sha else {
        throw ResultArchiveError.changedTable(file: path)
      }
      archive.files["\(ResultArchive.results)/\(name)"] = try Data(contentsOf: URL(filePath: path))
    }
    try finish(&archive, recorded.manifest, recorded.scenario.resolved, recorded.scenarioFolder)
    var digests = InputDigests(folder: staging.path + "/" + archive.scenarioFolder)
    let inputs = try recorded.market.inputs(of: recorded.scenario, &digests)
    guard RunIdentity(of: recorded.scenario, inputs: inputs).runID == recorded.identity.runID else {
      throw ResultArchiveError.otherIdentity(folder: folder)
    }
    return archive
  }

  private func study(_ manifest: JSON) throws -> ResultArchive {
    let place = staging.path + "/merged"
    let merge = try StudyMerge([folder])
    let results = try merge.write(to: place)
    guard results.damaged.isEmpty else {
      throw ResultArchiveError.incomplete(folder: folder, results.damagedWords)
    }
    guard results.missing == 0 else {
      throw ResultArchiveError.incomplete(folder: folder, "\(results.missing) runs are missing")
    }
    let scenarioFolder = folder + "/" + (manifest["scenario_folder"]?.words ?? ".")
    let plan = try StudyPlan.load(
      text: (manifest["plan"] ?? .null).compact, file: folder + "/" + ResultArchive.manifest,
      markets: Markets.scenarios)
    var archive = try begun(
      .study, name: merge.name, manifest["version"]?.words, manifest,
      inputs: (manifest["inputs"]?.items ?? []).compactMap(InputFile.init), scenarioFolder: scenarioFolder,
      more: Self.filesVaried(by: plan, in: scenarioFolder))
    for (name, data) in try ArchivedStudyTables.contents(of: place) {
      archive.files["\(ResultArchive.results)/\(name)"] = data
    }
    try finish(&archive, manifest, manifest["scenario"] ?? .null, scenarioFolder)
    let staged = staging.path + "/" + archive.scenarioFolder + "/" + ResultArchive.scenario
    let again = try Study(plan, scenario: staged, version: archive.madeBy)
    let ids = (manifest["points"]?.items ?? []).map { $0["id"]?.words }
    guard again.points.map({ Optional($0.id) }) == ids else {
      throw ResultArchiveError.otherIdentity(folder: folder)
    }
    return archive
  }

  /// Returns the files in `folder` that values of `plan` name, directly or by a folder: points may read files that
  /// the base scenario does not.
  private static func filesVaried(by plan: StudyPlan, in folder: String) -> [String] {
    var texts: [String] = []
    func collect(_ json: JSON) {
      if let words = json.words { texts.append(words) }
      for member in json.members ?? [] { collect(member.value) }
      for item in json.items ?? [] { collect(item) }
    }
    for value in plan.variations.flatMap(\.values) {
      if let json = JSON(parsing: value) { collect(json) } else { texts.append(value) }
    }
    var names: [String] = []
    for text in texts where !text.isEmpty && !names.contains(text) {
      var isFolder: ObjCBool = false
      let path = FilePath.path(of: text, in: folder)
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        let inside = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        names += inside.sorted().map { text + "/" + $0 }.filter {
          var isFolder: ObjCBool = false
          let path = FilePath.path(of: $0, in: folder)
          return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        }
      } else {
        names.append(text)
      }
    }
    return names
  }

  /// Copies the input files to the staging folder, and returns the archive, still without files.
  private func begun(
    _ kind: ResultArchive.Kind, name: String, _ version: String?, _ manifest: JSON, inputs: [InputFile],
    scenarioFolder: String, more: [String]
  ) throws -> ResultArchive {
    var listed = inputs.map { ResultArchive.Input(role: $0.role, path: $0.path, sha256: $0.sha256) }
    for path in more where !listed.contains(where: { $0.path == path }) {
      let sha = try Digest.ofFile(FilePath.path(of: path, in: scenarioFolder))
      listed.append(ResultArchive.Input(role: "varied", path: path, sha256: sha))
    }
    if let absolute = listed.first(where: { $0.path.hasPrefix("/") }) {
      throw ResultArchiveError.absoluteInput(path: absolute.path)
    }
    let place = InputPlace.scenarioFolder(for: listed.map(\.path)) ?? ResultArchive.inputsFolder
    var distinct: [ResultArchive.Input] = []
    for input in listed where !distinct.contains(where: { $0.path == input.path }) { distinct.append(input) }
    let archive = ResultArchive(
      kind, name: name, madeBy: version ?? Detour.version, scenarioFolder: place, inputs: distinct,
      packsInputs: packsInputs)
    try archive.stageInputs(from: scenarioFolder, into: staging.path)
    return archive
  }

  /// Adds the files contained in every archive.
  private func finish(
    _ archive: inout ResultArchive, _ manifest: JSON, _ scenario: JSON, _ scenarioFolder: String
  ) throws {
    let results = ResultArchive.results
    let moved = manifest.setting("scenario_folder", to: .text("../" + archive.scenarioFolder))
    archive.files["\(results)/\(ResultArchive.manifest)"] = Data(moved.indented.utf8)
    let text = Data(scenario.indented.utf8)
    let place = archive.scenarioFolder + "/" + ResultArchive.scenario
    if let input = archive.inputs.first(where: {
      InputPlace($0.path, in: archive.scenarioFolder)?.path == place
    }) {
      throw ResultArchiveError.sharedPlace(path: input.path)
    }
    archive.files[place] = text
    try Staging.write(text, to: staging.path + "/" + place)
    if packsInputs {
      for input in archive.inputs {
        guard let place = InputPlace(input.path, in: archive.scenarioFolder)?.path else { continue }
        let data = try Data(contentsOf: URL(filePath: staging.path + "/" + place))
        if let other = archive.files[place], other != data {
          throw ResultArchiveError.sharedPlace(path: input.path)
        }
        archive.files[place] = data
      }
    }
    try Staging.write(Data(moved.indented.utf8), to: "\(staging.path)/\(results)/\(ResultArchive.manifest)")
    let methods = try MethodsText(folder: staging.path + "/" + results).text
    archive.files[ResultArchive.methods] = Data(methods.utf8)
    archive.files[ResultArchive.readme] = Data(archive.introduction.utf8)
  }
}

extension ResultArchive {
  /// Copies the input files from `folder`, the scenario's, to their places below `staging`, and verifies their digests.
  ///
  /// - Throws: `ResultArchiveError` if one is missing or has changed.
  func stageInputs(from folder: String, into staging: String) throws {
    for input in inputs {
      let path = FilePath.path(of: input.path, in: folder)
      guard FileSystem.exists(path) else {
        throw ResultArchiveError.noInput(path: input.path, folder: folder)
      }
      let found = try Digest.ofFile(path)
      guard found == input.sha256 else {
        throw ResultArchiveError.changedInput(path: path, found: found, expected: input.sha256)
      }
      guard let place = InputPlace(input.path, in: scenarioFolder)?.path else {
        throw ResultArchiveError.absoluteInput(path: input.path)
      }
      try Staging.write(Data(contentsOf: URL(filePath: path)), to: staging + "/" + place)
    }
  }

  /// The text of README.md.
  fileprivate var introduction: String {
    let (what, inputs) = (kind.rawValue, inputs)
    let list =
      inputs.isEmpty
      ? "The scenario reads no files."
      : packsInputs
        ? "Its \(inputs.count) input \(inputs.count == 1 ? "file is" : "files are") in `\(Self.inputsFolder)`."
        : "Its input files are not included; `\(Self.index)` has their names and SHA-256 digests."
    return """
      # \(name)

      This archive holds a \(what) of Detour \(madeBy), a discrete-event simulator of carpooling: the scenario
      (`\(scenarioFolder)/\(Self.scenario)`), the results with their manifest (`\(Self.results)`), and a draft of a method section
      (`\(Self.methods)`). \(list)

      `detour reproduce FILE` runs it again and compares the results byte by byte. Detour \(madeBy) gives the same bytes
      on any processor.

      """
  }
}

/// The tables of a study that do not depend on the machine.
enum ArchivedStudyTables {
  /// The files left out: the table of run times, which differ each time, and the manifest, which is packed
  /// separately.
  private static let left: Set = ["performance.csv", ResultArchive.manifest]

  /// Returns the contents of the tables of the study in `folder`, by name.
  ///
  /// - Throws: the error of a file that cannot be read.
  static func contents(of folder: String) throws -> [(name: String, data: Data)] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap { name in
      var isFolder: ObjCBool = false
      let path = folder + "/" + name
      guard !left.contains(name), !name.hasPrefix("."),
        FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
      else { return nil }
      return (name, try Data(contentsOf: URL(filePath: path)))
    }
  }
}

extension JSON {
  /// Returns the object with `value` as its existing member `key`.
  func setting(_ key: String, to value: JSON) -> JSON {
    .object((members ?? []).map { $0.key == key ? Member(key, value) : $0 })
  }
}
