import Foundation
import Scenario
import Tables

extension StudyFolder {
  /// Enters the folder to work on the study of `manifest`; the returned lock must be held in the meantime, as
  /// a sign to others.
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

  /// Makes the checks of `enter`, without creating anything.
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
