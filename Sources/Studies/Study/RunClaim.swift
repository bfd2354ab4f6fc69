import Foundation
import Glibc
import Tables

/// The right to carry out one run, which no other process and no other thread has at the same time.
///
/// The claim is a locked file in `.work`; the results are written into it, and its renaming into `runs/`
/// publishes them and ends the claim in one step. A process that dies, however it dies, loses its lock, and the
/// next one takes the run up again.
struct RunClaim: ~Copyable {
  private let lock: FileLock
  private let folder: StudyFolder
  private let id: String

  /// The outcome of asking for a run.
  enum Outcome: ~Copyable {
    case claimed(RunClaim)
    /// Another process has finished it meanwhile.
    case finished(RunRow)
    /// Another process has it in hand.
    case busy
  }

  /// Acquires the run called `id`, unless it is finished or busy.
  ///
  /// - Parameter waits: whether to wait for a process that carries it out, until that is done or dead.
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
      // Whoever had it may have published or cleared away the file that we waited for.
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

  /// Gives the run back.
  consuming func abandon() { unlink(lock.path) }

  /// Writes the run's files, the row last: with it the run is finished.
  ///
  /// - Throws: `StudyError.unwritable` where the device is full or fails; nothing of the run is left then.
  consuming func publish(_ row: RunRow, _ side: RunExecution.SideFiles) throws(StudyError) {
    do throws(StudyError) {
      try put(side.performance, beside: "performance", as: folder.performance(id))
      if let text = side.startUp {
        mkdir(folder.startUps, 0o777)
        try put(text, beside: "start-up", as: folder.startUp(id))
      }
      if let text = side.notices {
        mkdir(folder.notices, 0o777)
        try put(text, beside: "notices", as: folder.notices(id))
      }
      try put(row.text(folder.form, startUp: side.startUp), through: lock, as: folder.run(id))
    } catch {
      unlink(lock.path)
      throw error
    }
  }

  /// Gives the files of the run in `other` their names here, the row last: with it the run is finished.
  ///
  /// They are the same files under a second name, or copies where the file system has no such names.
  /// - Throws: `StudyError.unwritable`; nothing of the run is left then.
  consuming func publish(from other: StudyFolder) throws(StudyError) {
    do throws(StudyError) {
      try link(other.performance(id), beside: "performance", as: folder.performance(id))
      if FileSystem.exists(other.startUp(id)) {
        mkdir(folder.startUps, 0o777)
        try link(other.startUp(id), beside: "start-up", as: folder.startUp(id))
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

  /// Gives the file `source` the name `path` as well.
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
    // Renaming one name of a file to another of its names leaves both.
    unlink(beside)
    guard isDone else { throw .unwritable(path: folder.path, reason: reason) }
  }

  /// Writes `text` into a file beside the locked one and gives it its final name.
  private borrowing func put(
    _ text: String, beside name: String, as path: String
  ) throws(StudyError) {
    guard let file = FileLock(lock.path + "." + name, .exclusive, waits: true) else {
      throw .unwritable(path: folder.path, reason: .last)
    }
    try put(text, through: file, as: path)
  }

  /// Writes `text` into the locked file and gives it its final name.
  private borrowing func put(
    _ text: String, through file: borrowing FileLock, as path: String
  ) throws(StudyError) {
    if file.replaceContent(by: text), rename(file.path, path) == 0 { return }
    // Where locks do not reach, another machine may have had the run in hand too: it has written the same.
    if errno == ENOENT, FileSystem.exists(path) { return }
    let reason = SystemFault.last
    unlink(file.path)
    throw .unwritable(path: folder.path, reason: reason)
  }
}

extension StudyError {
  /// The fault of writing below `folder`, told of the folder, which is what the user knows.
  init(_ error: TableError, in folder: StudyFolder) { self.init(error, inFolder: folder.path) }

  /// Likewise, of the folder at `path`.
  init(_ error: TableError, inFolder path: String) {
    if case .unwritable(_, let reason) = error {
      self = .unwritable(path: path, reason: reason)
    } else {
      self = .unwritable(path: path, reason: "\(error)")
    }
  }
}
