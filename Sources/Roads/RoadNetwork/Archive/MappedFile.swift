import Glibc
import Tables

/// A memory-mapped file, read page by page on access.
final class MappedFile: Sendable {
  /// The bytes, never written to, valid for the object's lifetime.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  /// Maps the file at `path`.
  ///
  /// - Throws: `TableError` if it is missing, not a regular file, too large, or unreadable.
  init(path: String) throws(TableError) {
    let file = try OpenFile(path: path, rewinds: true)
    let size = file.size
    let most = InputLimit.current.unpacked(from: size)
    guard size <= most else { throw .tooLarge(file: path, isPacked: false, limit: most) }
    // An empty file cannot be mapped, and need not be.
    guard size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.descriptor, 0),
      start != MAP_FAILED
    else { throw .unreadable(file: path, reason: String(cString: strerror(errno))) }
    bytes = UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit {
    guard let start = bytes.baseAddress else { return }
    munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
  }
}
