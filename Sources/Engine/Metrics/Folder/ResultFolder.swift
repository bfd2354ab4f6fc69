import Foundation
import Glibc
public import JSON5
public import Tables

/// A result folder that appears under its name only when it is complete.
///
/// Everything is written to a hidden folder beside it, `.NAME.HOST.PROCESS.partial`, which `close()` flushes to the
/// device and renames. A failed or terminated run removes the hidden folder; a killed one leaves it, and the next
/// writer beside it removes it, unless it is locked because it is in use. A folder to be replaced is kept until the new
/// one is complete, and then both are exchanged atomically, so that an intact folder exists under the name whenever the
/// process is killed.
///
///     let folder = try ResultFolder(path: "Results/rush", replacing: force)   // before the run
///     …                                                                      // write into folder.partial
///     try folder.close()
public struct ResultFolder: ~Copyable {
  /// The final path, without a trailing slash.
  public let path: String
  /// The hidden folder to write to.
  public let partial: String
  /// The hidden name of the folder, to which each stage adds its ending.
  let hidden: String
  let replacing: Bool
  /// The content to be replaced, as found; nil if there is none.
  var found: FolderContent?
  private var isOpen = false
  private let lock: FolderLock
  /// Whether the file system can exchange two folders atomically; set to false in tests.
  var exchanges = true
  /// A hook for tests: called with the hidden name of the old folder, just before its last check.
  var beforeLastLook: ((String) -> Void)?

  /// The file that identifies a result folder.
  public static let manifestName = "manifest.json"

  /// Creates the hidden folder and missing parents.
  ///
  /// - Parameter replacing: whether an existing result folder, with only files written by a run, may be replaced.
  /// - Throws: `ResultFolderError` if the existing content must not be replaced, or nothing can be written.
  public init(path: String, replacing: Bool = false) throws(ResultFolderError) {
    let url = URL(filePath: path).standardizedFileURL
    let parent = url.deletingLastPathComponent().path(percentEncoded: false)
    let name = url.lastPathComponent
    self.replacing = replacing
    self.path = FilePath.path(of: name, in: parent)
    hidden = FilePath.path(of: ".\(name).\(Self.host).\(getpid())", in: parent)
    partial = hidden + Step.partial.ending
    Self.completeLeftovers(in: parent)
    found = try Self.replaceable(self.path, replacing: replacing)
    do throws(SystemFault) { try FileSystem.makeFolder(parent) } catch {
      throw .unwritable(path: self.path, reason: error)
    }
    do throws(SystemFault) { lock = try Self.make(partial) } catch {
      throw .unwritable(path: self.path, reason: error)
    }
    Unfinished.begin(partial)
    isOpen = true
  }

  deinit {
    if isOpen { Unfinished.end(partial) { _ = FileSystem.remove(partial) } }
  }

  /// Creates the folder at `path`, locked.
  private static func make(_ path: String) throws(SystemFault) -> FolderLock {
    while true {
      guard mkdir(path, 0o777) == 0 else {
        throw errno == EEXIST ? "it is already being written" : SystemFault.last
      }
      guard let lock = FolderLock(path) else {
        let reason = errno
        if reason != EWOULDBLOCK, rmdir(path) == 0 { throw SystemFault(number: reason) }
        usleep(1000)
        continue
      }
      // Another writer may have taken it for a leftover and removed it.
      if lock.stands(at: path) { return lock }
    }
  }

  /// Renames the folder to its final name; a folder to be replaced is removed only after that.
  ///
  /// - Throws: `ResultFolderError`; the name then keeps its content.
  public consuming func close() throws(ResultFolderError) {
    try synchronise()
    let fault = Unfinished.end(partial) { name() }
    if let fault { throw fault }
    isOpen = false
    _ = FileSystem.synchronise(FilePath.folder(of: path))
  }

  /// Renames the folder to its final name; returns the error, or nil on success.
  private borrowing func name() -> ResultFolderError? {
    guard rename(partial, path) != 0 else { return nil }
    guard errno == ENOTEMPTY || errno == EEXIST else { return .unwritable(path: path, reason: .last) }
    // A non-empty folder is in the way; it may have been created or changed since the run began.
    do throws(ResultFolderError) { try replace() } catch { return error }
    return nil
  }

  /// Flushes all files and their directory entries to the device.
  private borrowing func synchronise() throws(ResultFolderError) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: partial)) ?? [] {
      guard FileSystem.synchronise(partial + "/" + name) else { throw .unwritable(path: path, reason: .last) }
    }
    guard FileSystem.synchronise(partial) else { throw .unwritable(path: path, reason: .last) }
  }

  /// Cleans up the hidden folders of ended processes of this host in `parent`: a complete new folder is renamed if its
  /// name is free; everything else is removed.
  private static func completeLeftovers(in parent: String) {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    // The complete folder before the old one that it replaces.
    for step in [Step.complete, .partial, .old] {
      for entry in entries {
        guard let name = name(of: entry, step) else { continue }
        let leftover = FilePath.path(of: entry, in: parent)
        // A live writer holds the lock, even in a container with processes invisible to us.
        guard let lock = FolderLock(leftover), lock.holds, lock.stands(at: leftover) else { continue }
        let path = FilePath.path(of: name, in: parent)
        if step == .complete, access(path, F_OK) != 0, rename(leftover, path) == 0 { continue }
        FileSystem.remove(leftover)
      }
    }
  }

  /// Returns the final name of the hidden folder `entry` of this host; nil if the entry is not at stage `step`.
  private static func name(of entry: String, _ step: Step) -> String? {
    guard entry.hasPrefix("."), entry.hasSuffix(step.ending) else { return nil }
    let rest = entry.dropFirst().dropLast(step.ending.count)
    guard let point = rest.lastIndex(of: "."), pid_t(rest[rest.index(after: point)...]) != nil else {
      return nil
    }
    let named = rest[..<point]
    guard named.hasSuffix("." + host), named.count > host.count + 1 else { return nil }
    return String(named.dropLast(host.count + 1))
  }

  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "host" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
}

/// The reason a result folder cannot be written.
public enum ResultFolderError: Error, Hashable {
  /// Results exist at the path already.
  case exists(path: String)
  /// A folder with files not written by a run, which is not replaced; `found` describes them.
  case notResults(path: String, found: String)
  /// A file, not a folder, exists at the path.
  case notAFolder(path: String)
  case unwritable(path: String, reason: SystemFault)
}

extension ResultFolderError: CustomStringConvertible {
  /// The message: place, fault and remedy.
  public var description: String {
    switch self {
    case .exists(let path):
      "\(path): results already exist there; give another --out, or use --force to replace them"
    case .notResults(let path, let found):
      "\(path): --force replaces only the results of a run, but the folder contains \(found); move that away, or"
        + " give another --out"
    case .notAFolder(let path):
      "\(path): not a folder; give another --out"
    case .unwritable(let path, let reason):
      "\(path): cannot be written (\(reason))"
    }
  }
}

extension ResultFolder {
  /// Writes the tables of `body` and their manifest to this folder.
  ///
  /// - Returns: the fingerprint of the results.
  /// - Throws: `ResultFolderError.unwritable` if the device is full or fails.
  public func write(
    _ subject: Manifest.Subject, from origin: Manifest.Origin, recipe: Fingerprint.Recipe,
    tables body: (inout ResultTables) throws(TableError) -> Fingerprint
  ) throws(ResultFolderError) -> Fingerprint {
    var tables = ResultTables(folder: partial, runID: subject.identity.runID)
    let fingerprint = try named { () throws(TableError) in try body(&tables) }
    let manifest = Manifest(
      of: subject, from: origin, tables: tables, fingerprint: fingerprint, recipe: recipe)
    try write(manifest.json, as: Self.manifestName)
    return fingerprint
  }

  /// Writes performance.json; called last, because the file seals all files without a digest in the manifest.
  public func write(_ performance: Performance) throws(ResultFolderError) {
    try named { () throws(TableError) in
      let text = Seal.text(of: performance.json, try Self.unlisted(at: partial))
      try AtomicFile.write(text, to: partial + "/" + Performance.fileName)
    }
  }

  /// Writes `json` as the file `name`.
  public func write(_ json: JSON, as name: String) throws(ResultFolderError) {
    try named { () throws(TableError) in try AtomicFile.write(json.indented, to: partial + "/" + name) }
  }

  /// Calls `body`, which writes to the hidden folder; its errors name the final folder, because the user does not
  /// know the hidden one.
  private func named<Result>(
    _ body: () throws(TableError) -> Result
  ) throws(ResultFolderError) -> Result {
    do {
      return try body()
    } catch {
      if case .unwritable(_, let reason) = error { throw .unwritable(path: path, reason: reason) }
      throw .unwritable(path: path, reason: "\(error.description)")
    }
  }
}
