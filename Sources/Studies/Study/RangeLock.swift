import Glibc

/// A lock on one byte of a file; the system releases it when the process ends, even after a crash.
///
/// The bytes are locked independently, so that one file holds the lock of a study and those of all its runs. The file
/// is created if missing, and is kept. The locks belong to the open file, not to the process (`F_OFD_SETLK`), so
/// threads exclude each other too. On a file system without locks, nothing is locked; on one with local locks, only
/// processes of the same machine exclude each other. Two machines may then execute a run twice, with the same row.
struct RangeLock: ~Copyable {
  typealias Kind = FileLock.Kind

  private let descriptor: Int32
  private let place: Int

  /// Locks the byte at `place` in the file at `path`; nil if another process or thread holds it and `waits` is false,
  /// or if the file cannot be created (`errno` is EWOULDBLOCK in the first case). Symbolic links are rejected.
  init?(_ path: String, at place: Int, _ kind: Kind, waits: Bool) {
    let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { return nil }
    guard Self.lock(file, place, kind, waits: waits) else {
      let reason = errno
      close(file)
      errno = reason
      return nil
    }
    // Only now: a fully initialised value is closed on deinitialisation.
    descriptor = file
    self.place = place
  }

  deinit { close(descriptor) }

  /// Converts the lock to `kind`; false if another process holds it.
  func turn(into kind: Kind, waits: Bool) -> Bool { Self.lock(descriptor, place, kind, waits: waits) }

  // Glibc declares them for GNU programs only.
  private static let (getLock, setLock, setLockWaiting): (Int32, Int32, Int32) = (36, 37, 38)

  private static func lock(_ file: Int32, _ place: Int, _ kind: Kind, waits: Bool) -> Bool {
    var range = flock()
    range.l_type = Int16(kind == .shared ? F_RDLCK : F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    (range.l_start, range.l_len) = (place, 1)
    while fcntl(file, waits ? setLockWaiting : setLock, &range) != 0 {
      switch errno {
      case EINTR: continue
      case EACCES, EAGAIN:
        errno = EWOULDBLOCK
        return false
      default: return [ENOSYS, EOPNOTSUPP, ENOLCK, EINVAL].contains(errno)
      }
    }
    return true
  }

  /// Returns the number of locked bytes, from `first` on, in the file at `path`.
  static func count(_ path: String, from first: Int) -> Int {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var (count, next) = (0, first)
    while count < 1_000_000 {
      var range = flock()
      range.l_type = Int16(F_WRLCK)
      range.l_whence = Int16(SEEK_SET)
      (range.l_start, range.l_len) = (next, 0)
      guard fcntl(file, getLock, &range) == 0, range.l_type != Int16(F_UNLCK), range.l_start >= next else {
        break
      }
      count += 1
      next = range.l_start + 1
    }
    return count
  }
}
