import Glibc
import Tables

/// A file in the address space: bytes are fetched when they are looked at.
final class MappedFile: Sendable {
  /// The bytes, valid as long as the object lives. Nothing writes to them.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  /// Maps the file at `path`.
  ///
  /// - Throws: `TableError` where it is missing, a folder, or cannot be read.
  init(path: String) throws(TableError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missingFile(file: path) : .unreadable(file: path, reason: Self.systemMessage)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadable(file: path, reason: Self.systemMessage)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder(file: path) }
    let size = Int(status.st_size)
    // An empty file cannot be mapped, and needs not be.
    guard size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0),
      start != MAP_FAILED
    else { throw .unreadable(file: path, reason: Self.systemMessage) }
    bytes = UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit {
    guard let start = bytes.baseAddress else { return }
    munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
  }

  private static var systemMessage: String { String(cString: strerror(errno)) }
}
