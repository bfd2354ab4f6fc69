import Glibc

/// A file open for reading; closed when it goes.
struct InputFile: ~Copyable {
  let path: String
  /// The size in bytes that the system states; 0 for pipes.
  let size: Int
  private let descriptor: Int32

  init(path: String) throws(TableError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw TableError.missingFile(file: path) }
      throw TableError.unreadable(file: path, reason: systemMessage())
    }
    var status = stat()
    fstat(descriptor, &status)
    guard status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw TableError.isFolder(file: path)
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Fills the front of `buffer` and answers how many bytes came; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TableError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw TableError.unreadable(file: path, reason: systemMessage()) }
    }
  }
}

/// What the system says about the last failed call.
func systemMessage() -> String { String(cString: strerror(errno)) }
