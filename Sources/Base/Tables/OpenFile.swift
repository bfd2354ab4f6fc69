import Glibc

/// A file open for reading, closed on deinitialisation.
///
/// Only finite inputs are opened: regular files, and pipes inherited by number (`/dev/stdin`, `/dev/fd/63`).
/// A named pipe would wait for a writer; a device might never end.
public struct OpenFile: ~Copyable {
  /// The placeholder for standard input in place of a path.
  public static let standardInput = "-"

  public let path: String
  /// The size in bytes stated by the system; 0 for pipes.
  public let size: Int
  public let descriptor: Int32

  /// Opens the file at `path`.
  ///
  /// - Parameter rewinds: whether the file is read more than once, which excludes pipes.
  /// - Throws: `TableError` if it is missing, not a finite input, or refused by the system.
  public init(path: String, rewinds: Bool = false) throws(TableError) {
    (descriptor, size) = try Self.opened(path, rewinds: rewinds)
    self.path = path
  }

  deinit { close(descriptor) }

  private static func opened(_ path: String, rewinds: Bool) throws(TableError) -> (
    descriptor: Int32, size: Int
  ) {
    let file = path == standardInput ? "/dev/stdin" : path
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw .missingFile(file: path)
      case ENXIO: throw .notAFile(file: path, kind: "a socket or a device")
      default: throw .unreadable(file: path, reason: systemMessage())
      }
    }
    do throws(TableError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .unreadable(file: path, reason: systemMessage()) }
      try check(status, path, rewinds: rewinds)
      // Reads from a pipe wait for its writer.
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      return (descriptor, Int(status.st_size))
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func check(_ status: stat, _ path: String, rewinds: Bool) throws(TableError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .isFolder(file: path)
    case S_IFIFO:
      let isHandedOver =
        path == standardInput || ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
      guard isHandedOver else { throw .notAFile(file: path, kind: "a named pipe") }
      if rewinds { throw .notAFile(file: path, kind: "a pipe, which can be read only once") }
    case S_IFCHR where status.st_rdev == nullDevice: return
    default: throw .notAFile(file: path, kind: "a device")
    }
  }

  /// The device number of `/dev/null`, which reads as an empty file: major 1, minor 3.
  private static let nullDevice: dev_t = 0x103

  /// Fills the front of `buffer` and returns the number of bytes read; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TableError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreadable(file: path, reason: systemMessage()) }
    }
  }
}

/// Returns the system's message on the last failed call.
func systemMessage() -> String { String(cString: strerror(errno)) }
