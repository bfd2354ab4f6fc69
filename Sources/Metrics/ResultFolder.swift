import Foundation
import Glibc

/// A result folder that appears under its name only when it is complete.
///
/// Everything is written into a hidden folder beside it, `.NAME.HOST.PROCESS.partial`, which `close()` renames
/// as a whole. A run that fails removes the hidden folder; one that is killed leaves it, and the next writer of
/// the same name clears it away. A folder that is to be replaced stays until the new one is complete.
///
///     let folder = try ResultFolder(path: "Results/rush", replacing: force)   // before the run
///     …                                                                      // write into folder.partial
///     try folder.close()
public struct ResultFolder: ~Copyable {
  /// The final path, without a slash at the end.
  public let path: String
  /// The existing folder to write into meanwhile.
  public private(set) var partial: String
  private let replacing: Bool
  private var isOpen = false

  /// The file that every result folder has, and by which one is known.
  public static let manifestName = "manifest.json"

  /// Opens the hidden folder; missing folders above it are made.
  ///
  /// - Parameter replacing: Whether a result folder of that name may be replaced.
  /// - Throws: `ResultFolderError` where something stands under the name that must stay, or nothing can be
  ///   written there.
  public init(path: String, replacing: Bool = false) throws(ResultFolderError) {
    let url = URL(filePath: path).standardizedFileURL
    let parent = url.deletingLastPathComponent().path(percentEncoded: false)
    let name = url.lastPathComponent
    self.replacing = replacing
    self.path = Self.joined(parent, name)
    partial = Self.joined(parent, ".\(name).\(Self.host).\(getpid()).partial")
    try Self.check(self.path, replacing: replacing)
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: self.path, reason: "the folder \(parent) cannot be made")
    }
    Self.removeLeftovers(of: name, in: parent)
    guard mkdir(partial, 0o777) == 0 else {
      let reason = errno == EEXIST ? "this process is writing it already" : Self.systemMessage()
      throw .unwritable(path: self.path, reason: reason)
    }
    isOpen = true
  }

  deinit { if isOpen { try? FileManager.default.removeItem(atPath: partial) } }

  /// Gives the folder its final name; a folder to be replaced goes only when the new one stands in its place.
  ///
  /// - Throws: `ResultFolderError`; the name then keeps what it had.
  public consuming func close() throws(ResultFolderError) {
    if rename(partial, path) == 0 {
      isOpen = false
      return
    }
    guard errno == ENOTEMPTY || errno == EEXIST else {
      throw .unwritable(path: path, reason: Self.systemMessage())
    }
    // A folder that is not empty is in the way; it may have come there since the run began.
    try Self.check(path, replacing: replacing)
    try exchange()
    isOpen = false
  }

  /// Moves the old folder aside, the new one in, and only then removes the old one.
  private func exchange() throws(ResultFolderError) {
    let old = partial + ".old"
    guard rename(path, old) == 0 else { throw .unwritable(path: path, reason: Self.systemMessage()) }
    guard rename(partial, path) == 0 else {
      let reason = Self.systemMessage()
      rename(old, path)
      throw .unwritable(path: path, reason: reason)
    }
    try? FileManager.default.removeItem(atPath: old)
  }

  /// Refuses a path under which something stands that must stay.
  private static func check(_ path: String, replacing: Bool) throws(ResultFolderError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: path) }
    let content = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard !content.isEmpty else { return }
    guard replacing else { throw .exists(path: path) }
    guard content.contains(manifestName) else { throw .notResults(path: path) }
  }

  /// Removes the hidden folders that processes since ended on this host have left for `name`.
  private static func removeLeftovers(of name: String, in parent: String) {
    let prefix = ".\(name).\(host)."
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
      guard entry.hasPrefix(prefix), entry.hasSuffix(".partial"),
        let process = pid_t(entry.dropFirst(prefix.count).dropLast(".partial".count)),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(atPath: joined(parent, entry))
    }
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "host" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()

  private static func systemMessage() -> String { String(cString: strerror(errno)) }
}

/// Why a result folder cannot be written.
public enum ResultFolderError: Error, Hashable {
  /// Results stand there already.
  case exists(path: String)
  /// What stands there is not a folder of results, so it is not replaced.
  case notResults(path: String)
  /// A file stands there.
  case notAFolder(path: String)
  case unwritable(path: String, reason: String)
}

extension ResultFolderError: CustomStringConvertible {
  /// A sentence that names the place, the fault and the remedy.
  public var description: String {
    switch self {
    case .exists(let path):
      "\(path): results stand there already; give another --out, or --force to replace them"
    case .notResults(let path):
      "\(path): the folder holds something else than results (no \(ResultFolder.manifestName)), so even "
        + "--force does not replace it; give another --out"
    case .notAFolder(let path):
      "\(path): this is not a folder; give another --out"
    case .unwritable(let path, let reason):
      "\(path): cannot be written (\(reason))"
    }
  }
}
