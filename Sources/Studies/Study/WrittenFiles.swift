import Foundation
public import Tables

/// The files at the top of a study's folder that are rewritten repeatedly, such as runs.csv and calibrated.json5.
///
/// Their digests are kept in `.work/written`. A file changed or created by the user under one of their names is not
/// overwritten. In a folder without digests, such as one copied without hidden files, they are overwritten.
public struct WrittenFiles {
  /// A file to write: its name, and a function that writes it to the given path.
  public typealias File = (name: String, write: (String) throws(TableError) -> Void)

  private let folder: String

  /// The name of the file with the digests, in the working folder.
  static let name = "written"

  private var record: String { "\(folder)/.work/\(Self.name)" }

  /// Creates the list for the study in `folder`.
  public init(study folder: String) { self.folder = folder }

  /// Checks that the user has not changed any of the files.
  ///
  /// - Throws: `StudyError.changedByHand`, and `unwritable`.
  func check() throws(StudyError) {
    guard FileSystem.exists(record) else { return }
    // Another process may be renaming its files.
    guard let lock = FileLock(folder + "/.work/written.lock", .shared, waits: true) else {
      throw .unwritable(path: folder, reason: .last)
    }
    if let known = known() { for name in known.keys.sorted() { try check(name, known) } }
    _ = consume lock
  }

  /// Writes `files`; they appear under their names when all are complete.
  ///
  /// - Throws: `StudyError.changedByHand`, and `unwritable`.
  public func write(_ files: [File]) throws(StudyError) {
    try? FileSystem.makeFolder(folder + "/.work")
    guard let lock = FileLock(folder + "/.work/written.lock", .exclusive, waits: true) else {
      throw .unwritable(path: folder, reason: .last)
    }
    try put(files)
    _ = consume lock
  }

  private func put(_ files: [File]) throws(StudyError) {
    clear()
    defer { for file in files { unlink(fresh(file.name)) } }
    let before = known()
    var latest: [String: String] = [:]
    do throws(TableError) {
      for file in files {
        try file.write(fresh(file.name))
        latest[file.name] = try Digest.ofFile(fresh(file.name))
      }
    } catch { throw StudyError(error, inFolder: folder) }
    var record = before ?? [:]
    for (name, digest) in latest { record[name, default: []].insert(digest) }
    if before != nil { for file in files { try check(file.name, record) } }
    // A process killed between two files leaves both digests of each.
    try keep(record)
    for file in files {
      guard rename(fresh(file.name), "\(folder)/\(file.name)") == 0 else {
        throw .unwritable(path: folder, reason: .last)
      }
    }
    try keep(record.merging(latest.mapValues { [$0] }) { $1 })
  }

  /// Returns the temporary path at which a file is written before it is renamed.
  private func fresh(_ name: String) -> String { "\(folder)/.work/\(Self.name).\(name).\(getpid())" }

  /// Removes files left behind by ended processes; requires the writer's lock.
  private func clear() {
    guard let work = OpenFolder(folder + "/.work") else { return }
    for name in work.names where name.hasPrefix(Self.name + ".") && !name.hasSuffix(".lock") {
      work.removeUnlocked(name)
    }
  }

  /// Throws `StudyError.changedByHand` if the file `name` exists and its digest is not among those in `known`.
  private func check(_ name: String, _ known: [String: Set<String>]) throws(StudyError) {
    let path = "\(folder)/\(name)"
    guard FileSystem.exists(path) else { return }
    guard let found = try? Digest.ofFile(path), known[name]?.contains(found) == true else {
      throw .changedByHand(file: path)
    }
  }

  /// Returns the known digests of each file; nil if none were kept.
  private func known() -> [String: Set<String>]? {
    guard let text = StudyFolder.text(record) else { return nil }
    var known: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { known[String(parts[1]), default: []].insert(String(parts[0])) }
    }
    return known
  }

  private func keep(_ known: [String: Set<String>]) throws(StudyError) {
    let lines = known.keys.sorted().flatMap { name in
      known[name, default: []].sorted().map { "\($0) \(name)\n" }
    }
    do throws(TableError) { try AtomicFile.write(lines.joined(), to: record) } catch {
      throw StudyError(error, inFolder: folder)
    }
  }
}
