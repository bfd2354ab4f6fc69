import Foundation
import Glibc
import Tables

extension ResultFolder {
  /// Puts the new folder in the place of the old one, and removes that.
  borrowing func replace() throws(ResultFolderError) {
    // Under its hidden name nobody is to take it for one that somebody has left, while it may have to go back.
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
    // Nobody else knows this name: what came into the folder in the last moment is seen now, and goes back.
    guard FolderContent(of: old) == before else {
      if old == partial {
        _ = FileSystem.exchange(partial, path)
      } else if rename(path, partial) == 0 {
        rename(old, path)
      }
      throw .notResults(
        path: path, found: "something that came there while the results were put in its place")
    }
    FileSystem.remove(old)
  }

  /// A name that the new or the old folder has on its way.
  enum Step: String, CaseIterable {
    /// Being written.
    case partial
    /// Whole, and on its way to the name; only where folders cannot change places in one step.
    case complete
    /// The old one, when the new one has taken its name or is about to; likewise.
    case old

    var ending: String { "." + rawValue }
  }

  /// The replacement in three steps, where folders cannot change places in one; whoever is killed between them leaves
  /// the new folder whole as `.complete`, which the next writer gives its name.
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

  /// The content under `path` that may be replaced; nil where there is nothing.
  ///
  /// - Throws: `ResultFolderError` where something stands there that must stay.
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
