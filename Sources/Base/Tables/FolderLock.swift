import Glibc

/// A lock on a folder, which the system releases however the process ends.
///
/// An unlocked folder may be cleared away by another process. On a file system without locks nothing is locked, and
/// nothing cleared away.
public struct FolderLock: ~Copyable {
  private let descriptor: Int32
  /// Whether the file system supports locks.
  public let holds: Bool

  /// Locks the folder at `path`; nil, with `errno`, if it does not exist, is a symbolic link, or is locked by
  /// another process (EWOULDBLOCK).
  public init?(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    var hasLock = flock(folder, LOCK_EX | LOCK_NB) == 0
    while !hasLock, errno == EINTR { hasLock = flock(folder, LOCK_EX | LOCK_NB) == 0 }
    guard hasLock || errno != EWOULDBLOCK else {
      close(folder)
      errno = EWOULDBLOCK
      return nil
    }
    descriptor = folder
    holds = hasLock
  }

  deinit { close(descriptor) }

  /// Returns whether the locked folder is still at `path`: it may have been renamed or removed before it was
  /// locked.
  public func stands(at path: String) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && lstat(path, &there) == 0 && mine.st_ino == there.st_ino
      && mine.st_dev == there.st_dev
  }
}
