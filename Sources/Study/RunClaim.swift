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

  /// What came of asking for a run.
  enum Outcome: ~Copyable {
    case claimed(RunClaim)
    /// Another process has finished it meanwhile.
    case finished(RunRow)
    /// Another process has it in hand.
    case busy
  }

  /// Asks for the run called `id`.
  ///
  /// - Parameter waits: whether to wait for a process that has it in hand, until it is done or dead.
  /// - Parameter again: whether the run is asked for although it may be finished.
  /// - Throws: `StudyError.unwritable`.
  static func ask(
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
    guard !file.replaceContent(by: text) || rename(file.path, path) != 0 else { return }
    let reason = SystemFault.last
    unlink(file.path)
    throw .unwritable(path: folder.path, reason: reason)
  }
}

extension StudyError {
  /// The fault of writing below `folder`, told of the folder, which is what the user knows.
  init(_ error: TableError, in folder: StudyFolder) {
    if case .unwritable(_, let reason) = error {
      self = .unwritable(path: folder.path, reason: reason)
    } else {
      self = .unwritable(path: folder.path, reason: "\(error)")
    }
  }
}
