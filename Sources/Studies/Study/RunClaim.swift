import Foundation
import Glibc
import Tables

/// The exclusive right to execute one run, among all processes and threads.
///
/// The claim is a locked file in `.work`; the results are written to it, and its renaming into `runs/`
/// publishes them and ends the claim atomically. A process that dies loses its lock, and the next one executes
/// the run again.
struct RunClaim: ~Copyable {
  private let lock: FileLock
  private let folder: StudyFolder
  private let id: String

  /// The outcome of requesting a run.
  enum Outcome: ~Copyable {
    case claimed(RunClaim)
    /// Another process has finished it in the meantime.
    case finished(RunRow)
    /// Another process is executing it.
    case busy
  }

  /// Acquires the run called `id`, unless it is finished or busy.
  ///
  /// - Parameter waits: whether to wait for a process that is executing it, until it finishes or dies.
  /// - Parameter again: whether to acquire it even if it is finished.
  /// - Throws: `StudyError.unwritable`.
  static func acquire(
    for id: String, in folder: StudyFolder, waits: Bool, again: Bool = false
  ) throws(StudyError) -> Outcome {
    while true {
      if !again, let row = folder.row(id) { return .finished(row) }
      guard let lock = FileLock(folder.inFlight(id), .exclusive, waits: waits) else {
        guard errno == EWOULDBLOCK else { throw .unwritable(path: folder.path, reason: .last) }
        return .busy
      }
      // The previous owner may have published or removed the file that was waited for.
      guard lock.isAtItsPath else { continue }
      let claim = RunClaim(lock: lock, folder: folder, id: id)
      if !again, let row = folder.row(id) {
        claim.abandon()
        return .finished(row)
      }
      return .claimed(claim)
    }
  }

  private init(lock: consuming FileLock, folder: StudyFolder, id: String) {
    self.lock = lock
    self.folder = folder
    self.id = id
  }

  /// Releases the run.
  consuming func abandon() { unlink(lock.path) }

  /// Writes the run's files, the row last, which completes the run.
  ///
  /// - Throws: `StudyError.unwritable` if the device is full or fails; no file of the run is left then.
  consuming func publish(_ row: RunRow, _ side: RunExecution.SideFiles) throws(StudyError) {
    do throws(StudyError) {
      try put(side.performance, beside: "performance", as: folder.performance(id))
      if let text = side.startUp {
        mkdir(folder.startUps, 0o777)
        try put(text, beside: "start-up", as: folder.startUp(id))
      }
      if let text = side.halves {
        mkdir(folder.startUps, 0o777)
        try put(text, beside: "halves", as: folder.halves(id))
      }
      if let text = side.notices {
        mkdir(folder.notices, 0o777)
        try put(text, beside: "notices", as: folder.notices(id))
      }
      try put(row.text(folder.form, course: side.course), through: lock, as: folder.run(id))
    } catch {
      unlink(lock.path)
      throw error
    }
  }

  /// Links the files of the run in `other` to this folder, the row last, which completes the run.
  ///
  /// They are hard links, or copies if the file system has none.
  /// - Throws: `StudyError.unwritable`; no file of the run is left then.
  consuming func publish(from other: StudyFolder) throws(StudyError) {
    do throws(StudyError) {
      try link(other.performance(id), beside: "performance", as: folder.performance(id))
      if FileSystem.exists(other.startUp(id)) {
        mkdir(folder.startUps, 0o777)
        try link(other.startUp(id), beside: "start-up", as: folder.startUp(id))
      }
      if FileSystem.exists(other.halves(id)) {
        mkdir(folder.startUps, 0o777)
        try link(other.halves(id), beside: "halves", as: folder.halves(id))
      }
      if FileSystem.exists(other.notices(id)) {
        mkdir(folder.notices, 0o777)
        try link(other.notices(id), beside: "notices", as: folder.notices(id))
      }
      try link(other.run(id), beside: "row", as: folder.run(id))
    } catch {
      unlink(lock.path)
      throw error
    }
    unlink(lock.path)
  }

  /// Gives the file `source` the additional name `path`.
  private borrowing func link(
    _ source: String, beside name: String, as path: String
  ) throws(StudyError) {
    let beside = lock.path + "." + name
    unlink(beside)
    guard Glibc.link(source, beside) == 0 else {
      return try put(StudyFolder.text(source) ?? "", beside: name, as: path)
    }
    let isDone = rename(beside, path) == 0
    let reason = SystemFault.last
    // Renaming one hard link of a file to another leaves both.
    unlink(beside)
    guard isDone else { throw .unwritable(path: folder.path, reason: reason) }
  }

  /// Writes `text` to a file beside the locked one, and renames it to its final name.
  private borrowing func put(
    _ text: String, beside name: String, as path: String
  ) throws(StudyError) {
    guard let file = FileLock(lock.path + "." + name, .exclusive, waits: true) else {
      throw .unwritable(path: folder.path, reason: .last)
    }
    try put(text, through: file, as: path)
  }

  /// Writes `text` to the locked file, and renames it to its final name.
  private borrowing func put(
    _ text: String, through file: borrowing FileLock, as path: String
  ) throws(StudyError) {
    if file.replaceContent(by: text), rename(file.path, path) == 0 { return }
    // Without effective locks, another machine may have executed the run too: it has written the same.
    if errno == ENOENT, FileSystem.exists(path) { return }
    let reason = SystemFault.last
    unlink(file.path)
    throw .unwritable(path: folder.path, reason: reason)
  }
}

extension StudyError {
  /// Creates the error for a failed write below `folder`; it names the folder, which the user knows.
  init(_ error: TableError, in folder: StudyFolder) { self.init(error, inFolder: folder.path) }

  /// Creates the error for a failed write below the folder at `path`.
  init(_ error: TableError, inFolder path: String) {
    if case .unwritable(_, let reason) = error {
      self = .unwritable(path: path, reason: reason)
    } else {
      self = .unwritable(path: path, reason: "\(error)")
    }
  }
}
