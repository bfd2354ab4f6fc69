import Glibc

/// A lock on a file, which the system releases when the process ends, even after a crash.
///
/// The file is created if missing, and is kept. On a file system without locks, nothing is locked; on one with local
/// locks, only processes of the same machine exclude each other. Two machines working in one folder may then execute
/// a run twice, with identical files.
struct FileLock: ~Copyable {
  enum Kind {
    case shared
    case exclusive

    fileprivate var flag: Int32 { self == .shared ? LOCK_SH : LOCK_EX }
  }

  let path: String
  let descriptor: Int32

  /// Locks the file at `path`; nil if another process or thread holds it and `waits` is false, or if the file
  /// cannot be created (`errno` is EWOULDBLOCK in the first case). Symbolic links are rejected.
  init?(_ path: String, _ kind: Kind, waits: Bool) {
    let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { return nil }
    guard Self.lock(file, kind, waits: waits) else {
      let reason = errno
      close(file)
      errno = reason
      return nil
    }
    // Only now: a fully initialised value is closed on deinitialisation.
    self.path = path
    descriptor = file
  }

  deinit { close(descriptor) }

  /// Converts the lock to `kind`; false if another process holds it. The conversion is not atomic.
  func turn(into kind: Kind, waits: Bool) -> Bool { Self.lock(descriptor, kind, waits: waits) }

  /// Whether the file is still at its path: another process may have renamed or removed it.
  var isAtItsPath: Bool {
    var mine = stat()
    var there = stat()
    return fstat(descriptor, &mine) == 0 && stat(path, &there) == 0 && mine.st_ino == there.st_ino
      && mine.st_dev == there.st_dev
  }

  /// Replaces the content of the file with `text`; returns false, with `errno`, on failure.
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
