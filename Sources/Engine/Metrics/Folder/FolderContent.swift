import Foundation
import Glibc
import JSON5
import Quantities
import Tables

/// The metadata of a folder's files: enough to detect changes without reading the files.
struct FolderContent: Equatable {
  /// The entries in alphabetical order.
  let entries: [Entry]

  struct Entry: Equatable {
    let name: String
    let isFile: Bool
    /// The size, in bytes.
    let size: Int
    /// The modification time: seconds since 1970, and nanoseconds; a single number would overflow after the year
    /// 2262.
    let changed: Int
    let changedNanoseconds: Int
    /// The file's number in its file system (inode).
    let number: UInt
  }

  /// Reads the metadata of the folder at `path`; nil if there is none or it cannot be read.
  init?(of path: String) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
    entries = names.ordered().map { name in
      var status = stat()
      // A file that vanishes meanwhile is not one of ours.
      guard lstat(path + "/" + name, &status) == 0 else {
        return Entry(name: name, isFile: false, size: 0, changed: 0, changedNanoseconds: 0, number: 0)
      }
      return Entry(
        name: name, isFile: status.st_mode & S_IFMT == S_IFREG, size: Int(status.st_size),
        changed: status.st_mtim.tv_sec, changedNanoseconds: status.st_mtim.tv_nsec,
        number: UInt(status.st_ino))
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  func has(_ name: String) -> Bool { entries.contains { $0.name == name } }
}

extension ResultFolder {
  /// Replaces the old folder with the new one, and removes the old one.
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

  /// The stages of the new or the old folder, each an ending of its hidden name.
  enum Step: String, CaseIterable {
    /// The new folder, being written.
    case partial
    /// The new folder, complete and about to be renamed; only if folders cannot be exchanged atomically.
    case complete
    /// The old folder, which has been or is about to be replaced.
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

extension ResultFolder {
  /// The files of a run besides its tables.
  private static let otherFiles = [manifestName, Performance.fileName]

  /// Returns a description of a file that prevents the replacement of the folder at `path`, with `content`; nil if
  /// every file was written by a run and is unchanged.
  ///
  /// Tables with digests in the manifest are read and compared, and so are files with digests sealed in
  /// performance.json. Files without any digest are recognised by name only.
  static func stranger(in content: FolderContent, at path: String) -> String? {
    guard content.has(manifestName) else {
      return listed(content.entries.map(\.name)) + " and no \(manifestName)"
    }
    guard let text = try? FileBytes(contentsOf: path + "/" + manifestName).text,
      let manifest = JSON(parsing: text)
    else { return "a \(manifestName) of another program" }
    if manifest["points"] != nil, manifest["plan"] != nil { return "a study" }
    guard manifest["run_id"]?.words != nil, manifest["fingerprint"]?.words != nil,
      let tables = manifest["tables"]?.items
    else { return "a \(manifestName) of another program" }
    let digests = digests(of: tables)
    let written = otherFiles + tables.compactMap { $0["file"]?.words }
    let strangers = content.entries.filter { !$0.isFile || !written.contains($0.name) }.map(\.name)
    guard strangers.isEmpty else { return listed(strangers) + ", which no run writes" }
    let run = manifest["run_id"]?.words ?? ""
    let changed = content.entries.map(\.name).first { (name: String) -> Bool in
      guard let digest = digests[name] else { return false }
      let found = try? Digest.ofTable(path + "/" + name, constant: ("run_id", run))
      return found != digest
    }
    return (changed ?? broken(content, at: path)).map { "`\($0)`, which was changed since the run wrote it" }
  }

  /// Returns a changed file among those with digests sealed in performance.json, or performance.json itself if it has
  /// changed; nil if no file has changed, or if there is no seal.
  private static func broken(_ content: FolderContent, at path: String) -> String? {
    guard content.has(Performance.fileName) else { return nil }
    guard let text = try? FileBytes(contentsOf: path + "/" + Performance.fileName).text,
      let json = JSON(parsing: text)
    else { return Performance.fileName }
    guard let isWhole = Seal.isWhole(text) else { return nil }
    guard isWhole else { return Performance.fileName }
    let digests = Seal.digests(in: json)
    return content.entries.map(\.name).first { (name: String) -> Bool in
      guard let digest = digests[name] else { return false }
      let found = try? Digest.ofFile(path + "/" + name)
      return found != digest
    }
  }

  /// Returns the digests of a manifest's `tables`, by file name; tables without one are skipped.
  private static func digests(of tables: [JSON]) -> [String: String] {
    tables.reduce(into: [:]) { digests, table in
      if let file = table["file"]?.words { digests[file] = table["sha256_without_run_id"]?.words }
    }
  }

  /// Returns the files without a digest in the manifest, in a folder just written by a run at `path`.
  static func unlisted(at path: String) throws(TableError) -> [(name: String, sha256: String)] {
    let manifest = JSON(parsing: try FileBytes(contentsOf: path + "/" + manifestName).text)
    let listed = digests(of: manifest?["tables"]?.items ?? [])
    var files: [(name: String, sha256: String)] = []
    for entry in FolderContent(of: path)?.entries ?? [] where listed[entry.name] == nil {
      files.append((entry.name, try Digest.ofFile(path + "/" + entry.name)))
    }
    return files
  }

  /// Returns the first three of `names`, and the number of the others.
  private static func listed(_ names: [String]) -> String {
    let first = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 3 ? "\(first) and \(names.count - 3) more" : first
  }
}
