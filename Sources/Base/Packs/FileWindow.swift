import Glibc

/// A file read through a sliding buffer.
final class FileWindow {
  let descriptor: Int32
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var start = 0
  private var count = 0

  /// Opens the file at `path`; nil, with `errno` set, if that fails. Symbolic links are rejected.
  init?(_ path: String) {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      errno = EINVAL
      return nil
    }
    descriptor = file
    capacity = 1 << 12
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    base.deallocate()
    close(descriptor)
  }

  /// The current size of the file.
  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Calls `body` with `wanted` bytes starting at `offset`, or with fewer if the file ends earlier.
  ///
  /// - Parameter ahead: the minimum number of bytes to read into the buffer, for scans.
  func withBytes<Result>(
    at offset: Int, _ wanted: Int, ahead: Int = 0, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if offset < start || offset + wanted > start + count { fill(offset, max(wanted, ahead)) }
    let first = offset - start
    return body(UnsafeRawBufferPointer(start: base + first, count: max(0, min(wanted, count - first))))
  }

  /// Discards the buffer, because the file may have grown.
  func forget() { count = 0 }

  private func fill(_ offset: Int, _ wanted: Int) {
    if wanted > capacity {
      base.deallocate()
      capacity = max(wanted, 1 << 12)
      base = .allocate(byteCount: capacity, alignment: 16)
    }
    (start, count) = (offset, 0)
    while count < wanted {
      let came = pread(descriptor, base + count, wanted - count, off_t(offset + count))
      if came > 0 { count += came } else if came == 0 || errno != EINTR { return }
    }
  }
}
