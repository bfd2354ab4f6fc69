import Foundation
import Glibc
import Tables

extension ResultFolder {
  /// Replaces the old folder by the new one, and removes the old one.
  borrowing func replace() throws(ResultFolderError) {
    // Locked, so that under its hidden name it is not taken for a leftover while it may have to be restored.
    let lock = FolderLock(path)
    defer { withExtendedLifetime(lock) {} }
    let before = try found == FolderContent(of: path) ? found : Self.replaceable(path, replacing: replacing)
    var old = partial
    if !exchanges || !FileSystem.exchange(partial, path) {
      guard !exchanges || errno == EINVAL || errno == ENOSYS else {
        throw .unwritable(path: path, reason: .last)
      }
      try replaceInSteps()
      old = hidden + Step.old.ending
    }
    beforeLastLook?(old)
    // Under this unknown name the folder no longer changes: files added at the last moment are detected, and
    // the folder is restored.
    guard FolderContent(of: old) == before else {
      if old == partial {
        _ = FileSystem.exchange(partial, path)
      } else if rename(path, partial) == 0 {
        rename(old, path)
      }
      throw .notResults(
        path: path, found: "something that appeared while the results were being moved there")
    }
    FileSystem.remove(old)
  }

  /// The stages of the new or old folder's hidden name.
  enum Step: String, CaseIterable {
    /// The new folder, being written.
    case partial
    /// The new folder, complete and about to be renamed; only if folders cannot be exchanged atomically.
    case complete
    /// The old folder, replaced or about to be.
    case old

    var ending: String { "." + rawValue }
  }

  /// Replaces the folder in three steps, if folders cannot be exchanged atomically; a process killed in between
  /// leaves the new folder as `.complete`, which the next writer renames.
  private borrowing func replaceInSteps() throws(ResultFolderError) {
    let (complete, old) = (hidden + Step.complete.ending, hidden + Step.old.ending)
    guard rename(partial, complete) == 0 else { throw .unwritable(path: path, reason: .last) }
    guard rename(path, old) == 0 else {
      let reason = SystemFault.last
      rename(complete, partial)
      throw .unwritable(path: path, reason: reason)
    }
    guard rename(complete, path) == 0 else {
      let reason = SystemFault.last
      rename(old, path)
      rename(complete, partial)
      throw .unwritable(path: path, reason: reason)
    }
  }

  /// Returns the content at `path` that may be replaced; nil if there is nothing.
  ///
  /// - Throws: `ResultFolderError` if the content must not be replaced.
  static func replaceable(
    _ path: String, replacing: Bool
  ) throws(ResultFolderError) -> FolderContent? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: path) }
    guard let content = FolderContent(of: path) else { throw .unwritable(path: path, reason: .last) }
    guard !content.isEmpty else { return nil }
    guard replacing else { throw .exists(path: path) }
    if let found = stranger(in: content, at: path) { throw .notResults(path: path, found: found) }
    return content
  }
}
