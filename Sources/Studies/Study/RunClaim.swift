import Foundation
import Glibc
import Packs
import Tables

/// The exclusive right to execute one run, among all processes and threads.
///
/// The claim is a lock on the byte of `.work/study.lock` that belongs to the run's id. If a process dies, its locks
/// are released, and the next process executes the run again.
struct RunClaim: ~Copyable {
  private let lock: RangeLock
  private let folder: StudyFolder

  /// The outcome of a request to acquire a run.
  enum Outcome: ~Copyable {
    case claimed(RunClaim)
    /// Another process has finished it in the meantime.
    case finished(RunRow)
    /// Another process is executing it.
    case busy
  }

  /// The first byte for the locks of runs; lower ones are for the study.
  static let firstPlace: Int = 1 << 32

  /// Acquires the run called `id`, unless it is finished or busy.
  ///
  /// - Parameter waits: whether to wait for a process that is executing it, until it finishes or dies.
  /// - Parameter again: whether to acquire it even if it is finished.
  /// - Throws: `StudyError.unwritable`.
  static func acquire(
    for id: String, in folder: StudyFolder, waits: Bool, again: Bool = false
  ) throws(StudyError) -> Outcome {
    if !again, let row = folder.row(id) { return .finished(row) }
    // Ids are digests; two runs at one place would only wait for each other.
    let place = firstPlace + Int((StudyPacks.number(of: id) ?? 1) >> 2)
    guard let lock = RangeLock(folder.lock, at: place, .exclusive, waits: waits) else {
      guard errno == EWOULDBLOCK else { throw .unwritable(path: folder.path, reason: .last) }
      return .busy
    }
    let claim = RunClaim(lock: lock, folder: folder)
    if !again {
      // The previous owner may have finished it.
      folder.store.refresh()
      if let row = folder.row(id) { return .finished(row) }
    }
    return .claimed(claim)
  }

  private init(lock: consuming RangeLock, folder: StudyFolder) {
    self.lock = lock
    self.folder = folder
  }

  /// Releases the run.
  consuming func abandon() {}

  /// Appends the run's tables, and then the run, to the folder; this completes the run.
  ///
  /// - Throws: `StudyError.unwritable` if the device is full or fails; the folder then contains no part of the run.
  consuming func publish(_ record: RunRecord, tables: [TableParts.Part]?) throws(StudyError) {
    if let tables { try folder.store.append(tables, of: record.row) }
    try folder.store.append(record)
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
