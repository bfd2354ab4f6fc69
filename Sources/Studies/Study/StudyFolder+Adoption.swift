import Foundation
import Glibc
import Metrics

extension StudyFolder {
  /// Adopts the finished run of `row` from another folder of the study, unless it already exists here.
  ///
  /// - Throws: `StudyError.conflictingRuns` if it exists here with other figures, `unwritable`.
  func adopt(_ row: RunRow, from other: StudyFolder) throws(StudyError) {
    switch try RunClaim.acquire(for: row.runID, in: self, waits: true) {
    case .finished(let present):
      guard present == row else {
        throw .conflictingRuns(file: other.run(row.runID), other: run(row.runID))
      }
    case .claimed(let claim):
      try adoptTables(row.runID, from: other)
      try claim.publish(from: other)
    case .busy: preconditionFailure("whoever waits is not sent away")
    }
  }

  private func adoptTables(_ id: String, from other: StudyFolder) throws(StudyError) {
    let files = FileManager.default
    guard files.fileExists(atPath: other.tables(id)) else { return }
    do {
      let copy = try ResultFolder(path: tables(id), replacing: true)
      for name in try files.contentsOfDirectory(atPath: other.tables(id)) {
        let (from, to) = (other.tables(id) + "/" + name, copy.partial + "/" + name)
        if link(from, to) != 0 { try files.copyItem(atPath: from, toPath: to) }
      }
      try copy.close()
    } catch let error as ResultFolderError {
      throw .unwritable(path: path, reason: "the tables of run \(id) cannot be copied: \(error)")
    } catch {
      throw .unwritable(path: path, reason: "the tables of run \(id) cannot be copied")
    }
  }
}
