import Glibc

/// A lock on a file, which the system takes away when the process ends, however it ends.
///
/// The file is made where there is none, and stays. A file system that has no locks locks nothing, and one that keeps them
/// to the machine locks there alone: then two machines that work in one folder may carry out a run twice, which gives the
/// same files.
struct FileLock: ~Copyable {
  enum Kind {
    case shared
    case exclusive

    fileprivate var flag: Int32 { self == .shared ? LOCK_SH : LOCK_EX }
  }

  let path: String
  let descriptor: Int32

  /// Locks the file at `path`; nil where another process or thread has it and we do not wait, or where the file
  /// cannot be made (`errno` then says why, and is EWOULDBLOCK in the first case). A symbolic link is none.
  init?(_ path: String, _ kind: Kind, waits: Bool) {
    let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { return nil }
    guard Self.lock(file, kind, waits: waits) else {
      let reason = errno
      close(file)
      errno = reason
      return nil
    }
    // Not before: a value that is whole is closed when it goes.
    self.path = path
    descriptor = file
  }

  deinit { close(descriptor) }

  /// Turns the lock into one of `kind`; false where another has it. In between nobody may have it.
  func turn(into kind: Kind, waits: Bool) -> Bool { Self.lock(descriptor, kind, waits: waits) }

  /// True if the file still stands under its name: another process may have renamed or removed it meanwhile.
  var isAtItsPath: Bool {
    var mine = stat()
    var there = stat()
    return fstat(descriptor, &mine) == 0 && stat(path, &there) == 0 && mine.st_ino == there.st_ino
      && mine.st_dev == there.st_dev
  }

  /// Makes `text` the whole content of the file; false, with `errno`, where that cannot be done.
  func replaceContent(by text: String) -> Bool {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { return false }
    return Array(text.utf8).withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return false }
        if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
      }
      return true
    }
  }

  private static func lock(_ descriptor: Int32, _ kind: Kind, waits: Bool) -> Bool {
    while flock(descriptor, kind.flag | (waits ? 0 : LOCK_NB)) != 0 {
      guard errno == EINTR else { return [ENOSYS, EOPNOTSUPP, ENOLCK].contains(errno) }
    }
    return true
  }
}
