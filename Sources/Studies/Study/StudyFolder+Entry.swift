import Foundation
import Scenario
import Tables

extension StudyFolder {
  /// Enters the folder to work on the study of `manifest`; the lock that is returned says so to others, and is
  /// to be held meanwhile.
  ///
  /// A folder of the same scenario and version may get another plan, unless somebody is working on the one it
  /// has: runs that both plans have are not repeated.
  /// - Throws: `StudyError` where the folder holds something else, or cannot be written.
  func enter(_ manifest: StudyManifest) throws(StudyError) -> FileLock {
    // Before anything is made there: a folder that is refused stays as it was.
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
        // Without a manifest, whoever was writing it has gone.
        guard !FileManager.default.fileExists(atPath: self.manifest) else { throw .inUse(folder: path) }
      }
    }
  }

  /// Refuses what `enter` refuses, and makes nothing.
  ///
  /// - Throws: `StudyError` where the folder holds something else.
  func check(_ manifest: StudyManifest) throws(StudyError) {
    try checkContent()
    _ = try holds(manifest)
  }

  /// Tells whether the study of `manifest` stands there.
  ///
  /// - Throws: `StudyError` where one of another scenario or version does.
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

  /// Refuses a folder of something else.
  func checkContent() throws(StudyError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else { throw .notAStudy(folder: path) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    // Without a manifest it is one whose first process is still writing that, or was killed at it.
    let isStudy =
      names.contains("manifest.json")
      || names.allSatisfy {
        [".work", "runs", "performance", "start-up", "notices", ClusterFolder.name].contains($0)
          || $0.hasPrefix("manifest.json.")
      }
    guard isStudy else { throw .notAStudy(folder: path) }
  }
}
