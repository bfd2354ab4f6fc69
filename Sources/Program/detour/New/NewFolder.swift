import Foundation
import Glibc
import Tables

/// A folder that appears under its name with all of its files, or not at all.
struct NewFolder {
  let path: String
  /// The folder beside it to which the files are written first.
  let draft: String

  /// Reserves the name.
  ///
  /// - Throws: `NewScenarioError.exists` if the name is taken.
  init(_ path: String) throws(NewScenarioError) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !FileSystem.exists(path), !FileSystem.isLink(path) else { throw .exists(folder: path) }
    self.path = path
    draft = "\(path).\(getpid()).partial"
  }

  /// Writes `files` by name, calls `check` with the draft folder that contains them, and renames it to `path`.
  ///
  /// - Throws: the error of `check`, or `NewScenarioError.unwritable`; in either case no files remain.
  func write(_ files: [(name: String, text: String)], check: (_ folder: String) throws -> Void) throws {
    do throws(SystemFault) { try FileSystem.makeFolder(draft) } catch {
      throw NewScenarioError.unwritable(folder: path, reason: error)
    }
    Unfinished.begin(draft)
    var isDone = false
    defer {
      if !isDone { Unfinished.end(draft) { _ = FileSystem.remove(draft) } }
    }
    for file in files { try AtomicFile.write(file.text, to: "\(draft)/\(file.name)") }
    try check(draft)
    // An empty folder that appeared meanwhile would be replaced.
    guard !FileSystem.exists(path) else { throw NewScenarioError.exists(folder: path) }
    let failed = Unfinished.end(draft) { rename(draft, path) != 0 ? SystemFault.last : nil }
    if let failed {
      FileSystem.remove(draft)
      throw NewScenarioError.unwritable(folder: path, reason: failed)
    }
    isDone = true
  }
}
