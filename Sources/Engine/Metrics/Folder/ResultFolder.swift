import Foundation
import Glibc
import Tables

/// A result folder that appears under its name only when it is complete.
///
/// Everything is written into a hidden folder beside it, `.NAME.HOST.PROCESS.partial`, which `close()` gives its name
/// as a whole, once it is on the device. A run that fails removes the hidden folder; one that is killed leaves it, and
/// the next writer of the same name clears it away. A folder that is to be replaced stays until the new one is
/// complete, and then both change places in one step: whenever the process is killed, the one or the other stands
/// whole under the name.
///
///     let folder = try ResultFolder(path: "Results/rush", replacing: force)   // before the run
///     …                                                                      // write into folder.partial
///     try folder.close()
public struct ResultFolder: ~Copyable {
  /// The final path, without a slash at the end.
  public let path: String
  /// The existing folder to write into meanwhile.
  public let partial: String
  /// The hidden name of the folder, which every name on the way begins with.
  let hidden: String
  let replacing: Bool
  /// What is to be replaced, as it was found; nil where nothing is.
  var found: FolderContent?
  private var isOpen = false
  /// Whether the file system lets two folders change places in one step; tests say that it does not.
  var exchanges = true
  #if DEBUG
    /// What a test does to the old folder, of which it hears the hidden name, at the last moment.
    var beforeLastLook: ((String) -> Void)?
  #endif

  /// The file that every result folder has, and by which one is known.
  public static let manifestName = "manifest.json"

  /// Opens the hidden folder; missing folders above it are made.
  ///
  /// - Parameter replacing: Whether a result folder of that name may be replaced: one that holds nothing but what a
  ///   run has written.
  /// - Throws: `ResultFolderError` where something stands under the name that must stay, or nothing can be
  ///   written there.
  public init(path: String, replacing: Bool = false) throws(ResultFolderError) {
    let url = URL(filePath: path).standardizedFileURL
    let parent = url.deletingLastPathComponent().path(percentEncoded: false)
    let name = url.lastPathComponent
    self.replacing = replacing
    self.path = Self.joined(parent, name)
    hidden = Self.joined(parent, ".\(name).\(Self.host).\(getpid())")
    partial = hidden + Step.partial.ending
    Self.completeLeftovers(of: name, in: parent, as: self.path)
    found = try Self.replaceable(self.path, replacing: replacing)
    do throws(SystemFault) { try FileSystem.makeFolder(parent) } catch {
      throw .unwritable(path: self.path, reason: error)
    }
    guard mkdir(partial, 0o777) == 0 else {
      throw .unwritable(
        path: self.path, reason: errno == EEXIST ? "this process is writing it already" : .last)
    }
    isOpen = true
  }

  deinit { if isOpen { try? FileManager.default.removeItem(atPath: partial) } }

  /// Gives the folder its final name; a folder to be replaced goes only when the new one stands in its place.
  ///
  /// - Throws: `ResultFolderError`; the name then keeps what it had.
  public consuming func close() throws(ResultFolderError) {
    try synchronise()
    if rename(partial, path) != 0 {
      guard errno == ENOTEMPTY || errno == EEXIST else { throw .unwritable(path: path, reason: .last) }
      // A folder that is not empty is in the way; it may have come there, or changed, since the run began.
      try replace()
    }
    isOpen = false
    _ = FileSystem.synchronise(FilePath.folder(of: path))
  }

  /// Waits until all files, and their names, are on the device.
  private borrowing func synchronise() throws(ResultFolderError) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: partial)) ?? [] {
      guard FileSystem.synchronise(partial + "/" + name) else { throw .unwritable(path: path, reason: .last) }
    }
    guard FileSystem.synchronise(partial) else { throw .unwritable(path: path, reason: .last) }
  }

  /// Ends what processes since ended on this host have begun with `name`: a new folder that was whole gets its name
  /// where nothing else has it, all else is removed.
  private static func completeLeftovers(of name: String, in parent: String, as path: String) {
    let prefix = ".\(name).\(host)."
    // A complete folder before the old one that it was to replace.
    for step in [Step.complete, .partial, .old] {
      for entry in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
        guard entry.hasPrefix(prefix), entry.hasSuffix(step.ending),
          let process = pid_t(entry.dropFirst(prefix.count).dropLast(step.ending.count)),
          kill(process, 0) != 0, errno == ESRCH
        else { continue }
        let leftover = joined(parent, entry)
        if step == .complete, access(path, F_OK) != 0, rename(leftover, path) == 0 { continue }
        try? FileManager.default.removeItem(atPath: leftover)
      }
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
}
