public import Foundation
import Glibc

/// A file that appears under its name only when it is complete: written as `NAME.PROCESS.partial` in the same
/// folder, and renamed by `close()`.
///
/// A failed run removes the partial file; a killed one leaves it, and the next writer of the same name
/// removes it. An existing file keeps its content until the new one is complete.
public struct AtomicFile: ~Copyable {
  /// The final path.
  public let path: String
  private let partial: String
  private var descriptor: Int32

  /// Opens the partial file.
  ///
  /// - Throws: `TableError.unwritable` if the folder is missing or not writable.
  public init(path: String) throws(TableError) {
    self.path = path
    partial = "\(path).\(getpid()).partial"
    Self.removeLeftovers(of: path)
    descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let reason: SystemFault = errno == EEXIST ? "this process is already writing it" : .last
      throw TableError.unwritable(file: path, reason: reason)
    }
    // The system releases the lock however the process ends, so leftovers can be distinguished from live
    // files.
    flock(descriptor, LOCK_EX | LOCK_NB)
    Unfinished.begin(partial)
  }

  deinit {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    Unfinished.end(partial) { _ = unlink(partial) }
  }

  /// Writes all of `bytes`.
  ///
  /// - Throws: `TableError.unwritable` if the device is full or fails.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TableError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        throw TableError.unwritable(file: path, reason: .last)
      }
    }
  }

  /// Writes the UTF-8 bytes of `text`.
  ///
  /// - Throws: `TableError.unwritable` if the device is full or fails.
  public mutating func write(_ text: String) throws(TableError) { try write(Array(text.utf8)) }

  /// Writes `bytes`.
  ///
  /// - Throws: `TableError.unwritable` if the device is full or fails.
  public mutating func write(_ bytes: [UInt8]) throws(TableError) {
    try bytes.withUnsafeBufferPointer { bytes throws(TableError) in try write(UnsafeRawBufferPointer(bytes)) }
  }

  /// Closes the file and renames it to its final name, replacing any existing file.
  ///
  /// The content is flushed to the device first: after a power cut the file has either the old content or the new.
  ///
  /// - Throws: `TableError.unwritable`; an existing file is then unchanged.
  public consuming func close() throws(TableError) {
    let open = descriptor
    descriptor = -1
    let isOnDevice = FileSystem.synchronise(open)
    let isWritten = isOnDevice && Glibc.close(open) == 0
    let (partial, path) = (partial, path)
    let fault: SystemFault? = Unfinished.end(partial) {
      if isWritten, rename(partial, path) == 0 { return nil }
      let fault = SystemFault.last
      if !isOnDevice { Glibc.close(open) }
      unlink(partial)
      return fault
    }
    if let fault { throw TableError.unwritable(file: path, reason: fault) }
  }

  /// Writes `text` as the whole content of the file at `path`.
  ///
  /// - Throws: `TableError.unwritable`; an existing file is then unchanged.
  public static func write(_ text: String, to path: String) throws(TableError) {
    var file = try AtomicFile(path: path)
    try file.write(text)
    try file.close()
  }

  /// Removes partial files of `path` whose writer is no longer running.
  private static func removeLeftovers(of path: String) {
    let cut = path.lastIndex(of: "/")
    let folder = cut.map { String(path[...$0]) } ?? "./"
    let prefix = (cut.map { String(path[path.index(after: $0)...]) } ?? path) + "."
    guard let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix), name.hasSuffix(".partial"),
        pid_t(name.dropFirst(prefix.count).dropLast(".partial".count)) != nil
      else { continue }
      let found = open(folder + name, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      guard found >= 0 else { continue }
      if flock(found, LOCK_EX | LOCK_NB) == 0 { unlink(folder + name) }
      Glibc.close(found)
    }
  }
}

/// An output file named on the command line; it may replace only earlier output of this program.
public enum OwnFile {
  /// Rejects an existing, non-empty file at `path` for which `isOurs` returns false.
  ///
  /// - Parameter kind: the kind of output, such as "a page".
  /// - Throws: `TableError.unwritable` with the remedy.
  public static func check(
    _ path: String, for kind: String, _ isOurs: (Data) -> Bool
  ) throws(TableError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unwritable(file: path, reason: "it is not a regular file")
    }
    guard status.st_size > 0 else { return }
    // A file that cannot be read cannot be recognised as our own.
    if let content = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe), isOurs(content) {
      return
    }
    throw .unwritable(
      file: path, reason: "the file there is not \(kind) of detour; move it away, or give another name")
  }
}

extension Data {
  /// Returns whether the data begins with the UTF-8 bytes of `text`.
  public func begins(with text: String) -> Bool { starts(with: text.utf8) }

  /// Returns whether the data contains the UTF-8 bytes of `text`.
  public func holds(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
