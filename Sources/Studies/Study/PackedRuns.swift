import Foundation
import JSON5
import Metrics
import Packs
import Tables

/// The runs of a study in its packs, for writing them as files.
///
///     try PackedRuns(study: "Results/radius").unpackTables(["0f3a62c1d9e85b74"], into: "Results/radius")
public struct PackedRuns {
  private let folder: StudyFolder
  private let manifest: StudyManifest

  /// Opens the packs of the study in the folder `path`.
  ///
  /// - Throws: `StudyError` if there is no study.
  public init(study path: String) throws(StudyError) {
    guard let manifest = try StudyManifest(at: path + "/" + StudyFolder.manifestName) else {
      throw .notAStudy(folder: path)
    }
    self.manifest = manifest
    folder = StudyFolder(path: path, manifest.figures)
  }

  /// Writes the result folders of the runs called `ids`, or of all runs if `ids` is empty, into the subfolder
  /// `tables` of the folder `target`, and returns their paths.
  ///
  /// Existing folders are kept.
  /// - Throws: `StudyError.noTables` if a run has none, `unwritable`; `ResultFolderError`.
  public func unpackTables(_ ids: [String], into target: String) throws -> [String] {
    let packed = ids.isEmpty ? folder.store.idsWithTables : ids
    if packed.isEmpty { throw StudyError.noTables(folder: folder.path, id: nil) }
    var paths: [String] = []
    for id in packed {
      let path = "\(target)/tables/\(id)"
      paths.append(path)
      if FileSystem.exists(path + "/" + ResultFolder.manifestName) { continue }
      guard let parts = folder.store.tables(id) else {
        throw StudyError.noTables(folder: folder.path, id: id)
      }
      let result = try ResultFolder(path: path)
      for part in parts {
        var bytes = part.bytes
        if part.name == ResultFolder.manifestName { bytes = moved(bytes, to: path) }
        // A pack is data, and may come from an untrusted source.
        guard !part.name.contains("/"), part.name != ".." else {
          throw StudyError.unwritable(path: path, reason: "the pack names a file outside of it")
        }
        guard FileManager.default.createFile(atPath: result.partial + "/" + part.name, contents: Data(bytes))
        else { throw StudyError.unwritable(path: path, reason: .last) }
      }
      try result.close()
    }
    return paths
  }

  /// Writes rows, computing times, start-ups, halves and notices of the runs called `ids`, or of all runs if `ids` is
  /// empty, as separate files into `target`, and returns the paths of the files with the rows.
  ///
  /// - Throws: `StudyError.noSuchRun` if a run is not finished; errors from writing.
  public func unpackRuns(_ ids: [String], into target: String) throws -> [String] {
    folder.store.open(verifying: false)
    let former = FormerRuns(path: target, form: folder.form)
    return try (ids.isEmpty ? folder.store.ids.map(StudyPacks.id).sorted() : ids).map { id in
      guard let record = folder.store.record(id) else {
        throw StudyError.noSuchRun(folder: folder.path, id: id)
      }
      do { try former.write(record) } catch let error as TableError {
        throw StudyError(error, inFolder: target)
      } catch let fault as SystemFault {
        throw StudyError.unwritable(path: target, reason: fault)
      }
      return former.run(id)
    }
  }

  /// Returns the manifest of a run, with the path to the scenario's folder made relative to `path`.
  private func moved(_ bytes: [UInt8], to path: String) -> [UInt8] {
    let scenario = FilePath.path(of: manifest.scenarioFolder, in: folder.path)
    let way = JSON.text(FilePath.way(from: path, to: scenario)).compact
    let (name, json) = ("\"scenario_folder\": ", JSON(parsing: String(decoding: bytes, as: UTF8.self)))
    let data = Data(bytes)
    guard let old = json?["scenario_folder"], let place = data.range(of: Data((name + old.compact).utf8))
    else { return bytes }
    return Array(data[..<place.lowerBound] + Data((name + way).utf8) + data[place.upperBound...])
  }
}
