import Foundation
import Glibc
import Tables

/// A result folder that appears under its name only when it is complete.
///
/// Everything is written into a hidden folder beside it, `.NAME.HOST.PROCESS.partial`, which `close()` gives its name
/// as a whole, once it is on the device. A run that fails, or is told to end, removes the hidden folder; one that is
/// killed leaves it, and the next writer beside it clears it away: it is locked while somebody writes it. A folder that
/// is to be replaced stays until the new one is complete, and then both change places in one step: whenever the process
/// is killed, the one or the other stands whole under the name.
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
  /// The content that is to be replaced, as it was found; nil where there is nothing.
  var found: FolderContent?
  private var isOpen = false
  private let lock: FolderLock
  /// Whether the file system can exchange two folders in one step; tests set it to false.
  var exchanges = true
  /// A hook for tests: called with the hidden name of the old folder, just before that is checked for the last time.
  var beforeLastLook: ((String) -> Void)?

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

  /// Makes the folder at `path`, locked.
  private static func make(_ path: String) throws(SystemFault) -> FolderLock {
    while true {
      guard mkdir(path, 0o777) == 0 else {
        throw errno == EEXIST ? "it is being written already" : SystemFault.last
      }
      guard let lock = FolderLock(path) else {
        let reason = errno
        if reason != EWOULDBLOCK, rmdir(path) == 0 { throw SystemFault(number: reason) }
        usleep(1000)
        continue
      }
      // Another writer may have taken it for one that somebody has left, and cleared it away.
      if lock.stands(at: path) { return lock }
    }
  }

  /// Gives the folder its final name; a folder to be replaced goes only when the new one stands in its place.
  ///
  /// - Throws: `ResultFolderError`; the name then keeps what it had.
  public consuming func close() throws(ResultFolderError) {
    try synchronise()
    let fault = Unfinished.end(partial) { name() }
    if let fault { throw fault }
    isOpen = false
    _ = FileSystem.synchronise(FilePath.folder(of: path))
  }

  /// Gives the folder its name; what keeps it from that, nil where nothing does.
  private borrowing func name() -> ResultFolderError? {
    guard rename(partial, path) != 0 else { return nil }
    guard errno == ENOTEMPTY || errno == EEXIST else { return .unwritable(path: path, reason: .last) }
    // A folder that is not empty is in the way; it may have come there, or changed, since the run began.
    do throws(ResultFolderError) { try replace() } catch { return error }
    return nil
  }

  /// Waits until all files, and their names, are on the device.
  private borrowing func synchronise() throws(ResultFolderError) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: partial)) ?? [] {
      guard FileSystem.synchronise(partial + "/" + name) else { throw .unwritable(path: path, reason: .last) }
    }
    guard FileSystem.synchronise(partial) else { throw .unwritable(path: path, reason: .last) }
  }

  /// Ends what processes since ended on this host have begun in `parent`: a new folder that was whole gets its name
  /// where nothing else has it, all else is removed.
  private static func completeLeftovers(in parent: String) {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    // A complete folder before the old one that it was to replace.
    for step in [Step.complete, .partial, .old] {
      for entry in entries {
        guard let name = name(of: entry, step) else { continue }
        let leftover = FilePath.path(of: entry, in: parent)
        // Who writes has the lock, be it in a container whose processes we do not see.
        guard let lock = FolderLock(leftover), lock.holds, lock.stands(at: leftover) else { continue }
        let path = FilePath.path(of: name, in: parent)
        if step == .complete, access(path, F_OK) != 0, rename(leftover, path) == 0 { continue }
        FileSystem.remove(leftover)
      }
    }
  }

  /// The name that the hidden folder `entry` of this host is on the way to; nil where it is none at `step`.
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
